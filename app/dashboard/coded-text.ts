// A sentence of the server in the language of the page. The server stores and sends a code with values; the sentence is
// the message of that name in the area it belongs to.

import { formatBytes } from '#app/language/format-bytes.ts';
import { findText } from '#app/language/messages.ts';
import { writeValue } from '#app/language/write-value.ts';
import type { AnsweredText, CodedText, CodedValue } from '#contracts/coded-text.ts';

export type { CodedText };

type KeyOf = (code: string) => string;

/** What the station says: why a connection was rejected or ended, and its alarms. */
export function stationText(text: CodedText | AnsweredText): string {
  return codedText(text, (code) => `dashboard.station.${code}`);
}

/** What a backup says of its progress, its test and its off-site copy. */
export function backupText(text: CodedText): string {
  return codedText(text, (code) => `dashboard.backup.${code}`);
}

/** What became of an email or a text message. */
export function deliveryText(text: CodedText | AnsweredText): string {
  return codedText(text, (code) => `dashboard.delivery.${code}`);
}

/** What became of a message to a webhook of the radio. */
export function webhookText(text: CodedText | AnsweredText): string {
  return codedText(text, (code) => `dashboard.webhooks.${code}`);
}

/** In English, or as its code, where this program does not know the sentence. */
function codedText(text: CodedText | AnsweredText, keyOf: KeyOf): string {
  const values = Object.entries(text.values ?? {}).map(([name, value]) => [name, writeCoded(value, keyOf)]);
  const written = findText(keyOf(text.code), Object.fromEntries(values));
  return written ?? ('message' in text ? text.message : text.code);
}

function writeCoded(value: CodedValue, keyOf: KeyOf): string | number {
  if (typeof value !== 'object') return value;
  if ('code' in value) return codedText(value, keyOf);
  return 'bytes' in value ? formatBytes(value.bytes) : writeValue(value);
}
