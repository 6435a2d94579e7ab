// The fields of content besides its text: address, summary, people, picture.

import { useDisciplines } from '#app/disciplines/use-disciplines.ts';
import { MediaPicker } from '#app/features/media/media-picker.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import type { ContentFields } from '#contracts/draft.ts';
import type { Media } from '#contracts/media.ts';
import { Panel } from '../layout/page.tsx';
import { BUILT_IN_PAGES, KINDS, type Relation } from './content.ts';

interface FieldPanelProps {
  relation: Relation;
  fields: ContentFields;
  people: { id: string; name: string }[];
  picture: Media | null;
  onChange(patch: Partial<ContentFields>): void;
}

type TextField = 'summary' | 'line' | 'medium' | 'credits' | 'picture_description';
type NumberField = 'year' | 'ratio_width' | 'ratio_height' | 'position' | 'featured_position';

const PICTURE_HINTS: Record<Relation, string> = {
  posts: 'Without a picture, a cover is generated.',
  people: 'Without a picture, a cover is generated.',
  works: 'Works are shown uncropped. Without a picture, a cover is generated.',
  pages: 'Shown uncropped above the text.',
};
const SHAPES = { posts: [7, 3], people: [5, 4], pages: undefined, works: undefined } as const;

export function FieldPanel({ relation, fields, people, picture, onChange }: FieldPanelProps) {
  const disciplines = useDisciplines();
  const text = (name: TextField, label: string, options: { rows?: number; hint?: string } = {}) => (
    <Field label={label} hint={options.hint}>
      <Textarea
        rows={options.rows ?? 2}
        maxLength={1000}
        value={fields[name] ?? ''}
        onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
      />
    </Field>
  );
  const number = (name: NumberField, label: string, hint?: string) => (
    <Field label={label} hint={hint}>
      <Input
        type="number"
        value={fields[name] ?? ''}
        onChange={({ currentTarget }) =>
          onChange({ [name]: currentTarget.value === '' ? null : Math.round(currentTarget.valueAsNumber) })
        }
      />
    </Field>
  );
  const personOf = relation === 'posts' ? 'author_id' : 'person_id';
  const isBuiltInPage = relation === 'pages' && BUILT_IN_PAGES.some(({ slug }) => slug === fields.slug);
  return (
    <Panel title="Details">
      <div className="content-fields">
        {!isBuiltInPage && (
          <Field
            label="Address"
            hint={`${KINDS[relation].folder}${fields.slug}. If you change it, the old address redirects to the new one.`}
          >
            <Input
              value={fields.slug}
              maxLength={80}
              autoComplete="off"
              spellCheck={false}
              onChange={({ currentTarget }) => onChange({ slug: currentTarget.value })}
            />
          </Field>
        )}
        {(relation === 'posts' || relation === 'pages') && text('summary', 'Summary', { rows: 3 })}
        {relation === 'people' && text('line', 'Tagline', { hint: 'What they do, in a few words.' })}
        {relation === 'works' && (
          <>
            {text('medium', 'Medium')}
            {text('credits', 'Credits', { hint: 'Everyone who took part.' })}
            {number('year', 'Year')}
          </>
        )}
        {relation !== 'pages' && (
          <Field label="Discipline">
            <Select
              value={fields.discipline ?? ''}
              onChange={({ currentTarget }) => onChange({ discipline: currentTarget.value || null })}
              options={disciplines.map(({ slug, name }) => [slug, name])}
            >
              {relation === 'people' && <option value="">None</option>}
            </Select>
          </Field>
        )}
        {(relation === 'posts' || relation === 'works') && (
          <Field label={relation === 'posts' ? 'Written by' : 'Made by'}>
            <Select
              value={fields[personOf] ?? ''}
              onChange={({ currentTarget }) => onChange({ [personOf]: currentTarget.value || null })}
              options={people.map(({ id, name }) => [id, name])}
              none="None"
            />
          </Field>
        )}
        {!isBuiltInPage && (
          <MediaPicker
            label="Picture"
            hint={PICTURE_HINTS[relation]}
            defaultValue={picture}
            ratio={SHAPES[relation]}
            onChange={(chosen) => onChange({ media_id: chosen?.id ?? null })}
          />
        )}
        {relation === 'works' && (
          <>
            {!fields.media_id &&
              text('picture_description', 'Description of the cover', {
                hint: 'For people who cannot see it.',
              })}
            {!fields.media_id && number('ratio_width', 'Cover width', 'Relative to its height.')}
            {!fields.media_id && number('ratio_height', 'Cover height')}
            {number('featured_position', 'Position on the home page', 'Empty: not shown there.')}
          </>
        )}
        {relation === 'people' && number('position', 'Position in the list')}
      </div>
    </Panel>
  );
}
