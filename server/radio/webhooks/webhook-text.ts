// What became of a message to a webhook. Pages word it by messages/<language>/dashboard/webhooks.json.
import { defineTexts } from '#contracts/coded-text.ts';

export const {
  codes: WEBHOOK_CODES,
  text: webhookText,
  english: englishText,
} = defineTexts({
  accepted: '{place} accepted the message ({status}).',
  rejected: '{place} answered {status}.',
  rejected_with_reply: '{place} answered {status}: {reply}',
  redirected: '{place} redirects to another address. Enter that address.',
  gone: '{place} answered 410: this address is no longer used.',
  slow: '{place} did not answer within 10 seconds.',
  unknown: '{place} was not found (DNS).',
  away: '{place} cannot be reached.',
  private: '{place} is in a private network, which is not allowed.',
  too_large: '{place} answered with more than 1 MB.',
  too_many: 'More than {max} messages in a minute. The rest was not sent.',
  outdated: 'Not sent: another track has started.',
  turned_off: 'Not sent: the webhook was turned off.',
  secret_lost: 'The saved secret can no longer be read. Enter it again or create a new one.',
});
