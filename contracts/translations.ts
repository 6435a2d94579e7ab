/** The column `translations`: language, field, text. Slugs, texts, blocks (contracts/blocks.ts) and lists of choices. */
export type Translations = Record<string, Record<string, unknown>>;
