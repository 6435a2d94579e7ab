// Content as plain text, field by field, so that two versions can be compared.
import { t } from '#app/language/messages.ts';
import type { Block } from '#contracts/blocks.ts';
import type { ContentFields } from '#contracts/draft.ts';

const LABELS: Partial<Record<keyof ContentFields, string>> = {
  title: 'Title',
  name: 'Name',
  slug: 'Address',
  summary: 'Summary',
  line: 'Tagline',
  discipline: 'Discipline',
  year: 'Year',
  medium: 'Medium',
  credits: 'Credits',
  picture_description: 'Description of the cover',
  media_id: 'Picture',
};

export interface FieldText {
  field: string;
  label: string;
  words: string[];
}

export function textOfContent(fields: ContentFields): FieldText[] {
  const plain = (Object.keys(LABELS) as (keyof ContentFields)[])
    .filter((field) => field in fields)
    .map((field) => ({
      field,
      label: LABELS[field] ?? field,
      words: split(String(fields[field] ?? '')),
    }));
  const text = {
    field: 'blocks',
    label: t('dashboard.content.text'),
    words: fields.blocks.flatMap(textOfBlock),
  };
  return [...plain, text];
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
        t('dashboard.content.picture_media', { media: block.media.slice(0, 8) }),
        ...split(block.caption ?? ''),
        end,
      ];
    case 'gallery':
      return [t('dashboard.content.gallery_of_count', { count: block.pictures.length }), end];
    default:
      return [`[${block.kind} ${block.ref.slice(0, 8)}]`, end];
  }
}

function split(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}
