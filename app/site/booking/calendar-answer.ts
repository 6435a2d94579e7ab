// What calendar files have in common: their headers, and the studio's name and address.
import { dataOf } from '#app/backend/data-of.ts';
import { localized } from '#app/language/in-language.ts';
import type { StudioClient } from '#contracts/studio-client.ts';

export function calendarHeaders(name: string): Record<string, string> {
  return {
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': `attachment; filename="${name.replaceAll(/[^\w-]+/g, '-')}.ics"`,
    'cache-control': 'private, no-cache',
    'x-robots-tag': 'noindex',
  };
}

export async function readCatalogue(backend: StudioClient): Promise<{ name: string; address: string }> {
  const data = await dataOf(backend.from('studio').select('name,address,translations').single());
  return localized(data);
}
