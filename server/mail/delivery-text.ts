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
  login_needed: 'The mail server at {place} asks for a user name and password. It said: {reply}',
  relay_denied:
    'The mail server at {place} does not send to other domains. Check user name and password, or use the mail server of your own provider. It said: {reply}',
  sender_rejected:
    'The mail server at {place} does not send for this sender address. Use an address of your account there. It said: {reply}',
  mail_server_certificate:
    'The certificate of the mail server at {place} is not valid for that name. Check the host name with your provider.',
  mail_server_wrong_encryption:
    'The mail server at {place} uses another encryption on this port. Try TLS with port 465, or STARTTLS with port 587.',
  mail_server_slow: 'The mail server at {place} did not answer in time.',
  mail_server_unknown: 'The mail server {place} was not found (DNS).',
  mail_server_without_tls: 'The mail server at {place} cannot be reached over TLS.',
  mail_server_away: 'The mail server at {place} cannot be reached.',
  not_sent: 'The email could not be sent.',
  not_sent_with_code: 'The email could not be sent ({code}).',
  text_message_expired: 'The code in this message had expired before it could be sent.',
  text_service_rejected: 'The text message service at {place} answered {status}.',
  text_service_slow: 'The text message service at {place} did not answer in time.',
  spf_found: 'The SPF record of {domain} is there.',
  spf_missing: '{domain} has no SPF record. Add this TXT record to it: {record}',
  spf_twice: '{domain} has more than one SPF record, so none counts. Merge them into one.',
  spf_open: 'The SPF record of {domain} allows every server. Let it end in ~all.',
  spf_other: 'The SPF record of {domain} does not name your provider. Add {include} to it.',
  dkim_found: '{domain} has a DKIM key ({selector}).',
  dkim_not_found:
    'No DKIM key was found under the usual names of {domain}. Take it from your provider’s settings; if you have added it there, all is well.',
  dmarc_found: '{domain} has a DMARC policy.',
  dmarc_missing: 'There is no DMARC policy. Add this TXT record as {name}: {record}',
  dns_unchecked: '{domain} could not be checked: DNS did not answer. Try again later.',
  text_service_away: 'The text message service at {place} cannot be reached.',
});

type WithReply = 'accepted' | 'wrong_login' | 'address_rejected' | 'not_accepted';

/** With what the server said, where it said something. */
export function withReply(code: WithReply, place: string, reply: string | undefined) {
  return reply ? deliveryText(`${code}_with_reply`, { place, reply }) : deliveryText(code, { place });
}
