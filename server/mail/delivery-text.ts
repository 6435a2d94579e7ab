// What became of a message that was sent or could not be. Pages word it by messages/<language>/dashboard/delivery.json;
// the reply of the other server is a value, in its own words.
import { defineTexts } from '#contracts/coded-text.ts';

export const {
  codes: DELIVERY_CODES,
  text: deliveryText,
  english: englishText,
} = defineTexts({
  accepted: 'The mail server at {place} accepted the email.',
  accepted_with_reply: 'The mail server at {place} accepted the email. It said: {reply}',
  wrong_login: 'The mail server at {place} rejected the user name or password.',
  wrong_login_with_reply: 'The mail server at {place} rejected the user name or password. It said: {reply}',
  address_rejected: 'The mail server at {place} rejected the address.',
  address_rejected_with_reply: 'The mail server at {place} rejected the address. It said: {reply}',
  not_accepted: 'The mail server at {place} did not accept the email.',
  not_accepted_with_reply: 'The mail server at {place} did not accept the email. It said: {reply}',
  mail_server_slow: 'The mail server at {place} did not answer in time.',
  mail_server_unknown: 'The mail server {place} was not found (DNS).',
  mail_server_without_tls: 'The mail server at {place} cannot be reached over TLS.',
  mail_server_away: 'The mail server at {place} cannot be reached.',
  not_sent: 'The email could not be sent.',
  not_sent_with_code: 'The email could not be sent ({code}).',
  text_message_expired: 'The code in this message had expired before it could be sent.',
  text_service_rejected: 'The text message service at {place} answered {status}.',
  text_service_slow: 'The text message service at {place} did not answer in time.',
  text_service_away: 'The text message service at {place} cannot be reached.',
});

type WithReply = 'accepted' | 'wrong_login' | 'address_rejected' | 'not_accepted';

/** With what the server said, where it said something. */
export function withReply(code: WithReply, place: string, reply: string | undefined) {
  return reply ? deliveryText(`${code}_with_reply`, { place, reply }) : deliveryText(code, { place });
}
