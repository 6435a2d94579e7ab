// A health check in the language of the page: the server sends a code with values, and English for its own log.
import { findText } from '#app/language/messages.ts';
import { formatNumber } from '#app/language/number.ts';
import type { CodedValue } from '#contracts/coded-text.ts';
import { backupText, stationText } from '../coded-text.ts';

export interface Check {
  name: string;
  state: 'ok' | 'warn' | 'bad';
  message: string;
  advice?: string;
  /** The name of the message and its values; without it the English text is shown. */
  code?: string;
  values?: Record<string, CodedValue>;
}

interface CheckText {
  name: string;
  message: string;
  advice: string | undefined;
}

export function checkText({ name, message, advice, code = '', values = {} }: Check): CheckText {
  const id = name.toLowerCase().replace(/[^a-z]+/g, '_');
  const written = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, writeValue(key, value)]),
  );
  return {
    name: findText(`dashboard.health.name_${id}`, {}) ?? name,
    message: (code && findText(`dashboard.health.${code}`, written)) || message,
    advice: advice && ((code && findText(`dashboard.health.${code}_advice`, written)) || advice),
  };
}

function writeValue(key: string, value: CodedValue): string | number {
  if (key.endsWith('Gigabytes'))
    return formatNumber(Number(value), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  if (typeof value !== 'object' || !('code' in value)) return value as string | number;
  // In the middle of a sentence, so without a full stop.
  return (key === 'problem' ? stationText(value) : backupText(value)).replace(/\.$/, '');
}
