// Names of formats, devices and countries, in the language of the page.
import { currentLanguage, t } from '#app/language/messages.ts';
import { formatNumber } from '#app/language/number.ts';

const FORMATS: Record<string, string> = {
  mp3: 'MP3',
  aac: 'AAC',
  opus: 'Opus',
  opus96: 'Opus 96',
  hls: 'HLS',
};
const KINDS = {
  browser: 'dashboard.audience.browser',
  app: 'dashboard.audience.app',
  hardware: 'dashboard.audience.hardware_player',
  other: 'dashboard.audience.unknown_device',
} as const;

export function formatLabel(name: string): string {
  return FORMATS[name] ?? name;
}

export function deviceKindLabel(kind: string): string {
  return t(KINDS[kind as keyof typeof KINDS] ?? KINDS.other);
}

export function countryLabel(code: string | null): string {
  if (code === null) return t('dashboard.audience.unknown_country');
  return new Intl.DisplayNames(currentLanguage().locale, { type: 'region' }).of(code) ?? code;
}

/** "12.5": whole numbers from a hundred on. */
export function formatHours(seconds: number): string {
  const hours = seconds / 3600;
  return formatNumber(hours, { maximumFractionDigits: hours < 100 ? 1 : 0 });
}
