import type { Block } from '#contracts/blocks.ts';
import type { Translations } from '#contracts/translations.ts';

/** The blocks of a translation. */
export function blocksIn(translations: Translations, language: string): Block[] {
  const blocks = translations[language]?.blocks;
  return Array.isArray(blocks) ? (blocks as Block[]) : [];
}
