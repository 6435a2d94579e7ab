// Content as plain text, field by field, so that two versions can be compared.
import { t } from '#app/language/messages.ts';
import type { Block } from '#contracts/blocks.ts';
import type { ContentFields } from '#contracts/draft.ts';

const LABELS = {
  title: 'dashboard.common.title',
  name: 'dashboard.common.name',
  slug: 'dashboard.common.web_address',
  summary: 'dashboard.common.summary',
  line: 'dashboard.content.tagline',
  discipline: 'dashboard.content.discipline',
  year: 'dashboard.content.year',
  medium: 'dashboard.content.medium',
  credits: 'dashboard.content.credits',
  picture_description: 'dashboard.content.description_of_the_cover',
  media_id: 'dashboard.common.picture',
  sound_path: 'dashboard.content.sound',
} as const satisfies Partial<Record<keyof ContentFields, string>>;

export interface FieldText {
  field: string;
  label: string;
  words: string[];
}

export function textOfContent(fields: ContentFields): FieldText[] {
  const plain = (Object.keys(LABELS) as (keyof typeof LABELS)[])
    .filter((field) => field in fields)
    .map((field) => ({
      field,
      label: t(LABELS[field]),
      words: split(String(fields[field] ?? '')),
    }));
  const text = {
    field: 'blocks',
    label: t('dashboard.content.text_field'),
    words: fields.blocks.flatMap(textOfBlock),
  };
  const translated = Object.entries(fields.translations ?? {}).map(
    ([language, { body: _body, bio: _bio, ...texts }]) => ({
      field: `translations ${language}`,
      label: `${t('dashboard.translations.translations')}: ${language}`,
      words: Object.values(texts).flatMap((value) =>
        Array.isArray(value) ? (value as Block[]).flatMap(textOfBlock) : [...split(String(value)), '\n'],
      ),
    }),
  );
  return [...plain, text, ...translated];
}

/** As plain paragraphs. */
export function paragraphsOfBlocks(blocks: readonly Block[]): string[] {
  return blocks.map((block) => textOfBlock(block).join(' ').trim()).filter(Boolean);
}

function textOfBlock(block: Block): string[] {
  const end = '\n';
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return [...block.text.flatMap(({ text }) => split(text)), end];
    case 'quote':
      return [...block.text.flatMap(({ text }) => split(text)), ...split(block.by ?? ''), end];
    case 'list':
      return block.items.flatMap((item) => ['–', ...item.flatMap(({ text }) => split(text)), end]);
    case 'image':
      return [
        t('dashboard.content.picture_reference', { id: block.media.slice(0, 8) }),
        ...split(block.caption ?? ''),
        end,
      ];
    case 'gallery':
      return [t('dashboard.content.gallery_reference', { count: block.pictures.length }), end];
    default:
      return [t('dashboard.content.embed_reference', { kind: block.kind, id: block.ref.slice(0, 8) }), end];
  }
}

function split(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}
