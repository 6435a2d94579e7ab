// The column `translations`: language, field, text. Slugs, texts, blocks (blocks.ts) and lists of choices.
import * as v from 'valibot';

export const translations = v.record(v.string(), v.record(v.string(), v.unknown()));
export type Translations = v.InferOutput<typeof translations>;
