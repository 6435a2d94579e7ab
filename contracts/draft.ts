// A draft as the preview link shows it.
import * as v from 'valibot';
import { type Block, blocks } from './blocks.ts';
import { media } from './media.ts';
import { type Translations, translations } from './translations.ts';

export const draft = v.object({
  relation: v.picklist(['posts', 'works', 'people', 'pages']),
  /** The fields of its kind; these are in all of them. */
  fields: v.looseObject({
    blocks: v.nullable(blocks),
    media_id: v.nullable(v.string()),
    slug: v.string(),
    translations: v.optional(translations),
  }),
  published_at: v.nullable(v.string()),
  publish_at: v.nullable(v.string()),
  person: v.nullable(
    v.object({
      slug: v.string(),
      name: v.string(),
      line: v.string(),
      translations: v.optional(translations),
    }),
  ),
  media: v.array(media),
});

/** The fields of a content item as the editor writes them; which of them are set depends on its kind. */
export interface ContentFields {
  title?: string;
  name?: string;
  slug: string;
  summary?: string;
  blocks: Block[];
  discipline?: string | null;
  author_id?: string | null;
  media_id: string | null;
  year?: number;
  medium?: string;
  credits?: string;
  ratio_width?: number;
  ratio_height?: number;
  picture_description?: string;
  sound_path?: string | null;
  sound_duration_ms?: number | null;
  person_id?: string | null;
  featured_position?: number | null;
  line?: string;
  position?: number;
  translations?: Translations;
}
