// The fields of content besides its text: address, summary, people, picture.

import { useDisciplines } from '#app/disciplines/use-disciplines.ts';
import { MediaPicker } from '#app/features/media/media-picker.tsx';
import { t } from '#app/language/messages.ts';
import { Field } from '#app/ui/field.tsx';
import { Input, NumberInput } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import type { ContentFields } from '#contracts/draft.ts';
import type { Media } from '#contracts/media.ts';
import { Panel } from '../layout/page.tsx';
import { BUILT_IN_PAGES, KINDS, type Relation } from './content.ts';
import { SoundField } from './sound-field.tsx';

interface FieldPanelProps {
  relation: Relation;
  fields: ContentFields;
  people: { id: string; name: string }[];
  picture: Media | null;
  onChange(patch: Partial<ContentFields>): void;
}

type TextField = 'summary' | 'line' | 'medium' | 'credits' | 'picture_description';
type NumberField = 'year' | 'ratio_width' | 'ratio_height' | 'position' | 'featured_position';

const PICTURE_HINTS = {
  posts: 'dashboard.content.picture_hint',
  people: 'dashboard.content.picture_hint',
  works: 'dashboard.content.work_picture_hint',
  pages: 'dashboard.content.page_picture_hint',
} as const satisfies Record<Relation, string>;
const SHAPES = { posts: [7, 3], people: [4, 5], pages: undefined, works: undefined } as const;

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
      <NumberInput
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
    <Panel title={t('dashboard.common.details')}>
      <div className="content-fields">
        {!isBuiltInPage && (
          <Field
            label={t('dashboard.common.web_address')}
            hint={t('dashboard.content.address_hint', {
              path: `${KINDS[relation].folder}${fields.slug}`,
            })}
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
        {(relation === 'posts' || relation === 'pages') &&
          text('summary', t('dashboard.common.summary'), { rows: 3 })}
        {relation === 'people' &&
          text('line', t('dashboard.content.tagline'), {
            hint: t('dashboard.content.what_they_do_in_a_few'),
          })}
        {relation === 'works' && (
          <>
            {text('medium', t('dashboard.content.medium'))}
            {text('credits', t('dashboard.content.credits'), {
              hint: t('dashboard.content.everyone_who_took_part'),
            })}
            {number('year', t('dashboard.content.year'))}
          </>
        )}
        {relation !== 'pages' && (
          <Field label={t('dashboard.content.discipline')}>
            <Select
              value={fields.discipline ?? ''}
              onChange={({ currentTarget }) => onChange({ discipline: currentTarget.value || null })}
              options={disciplines.map(({ slug, name }) => [slug, name])}
            >
              {relation === 'people' && <option value="">{t('dashboard.content.no_choice')}</option>}
            </Select>
          </Field>
        )}
        {(relation === 'posts' || relation === 'works') && (
          <Field
            label={relation === 'posts' ? t('dashboard.content.written_by') : t('dashboard.content.made_by')}
          >
            <Select
              value={fields[personOf] ?? ''}
              onChange={({ currentTarget }) => onChange({ [personOf]: currentTarget.value || null })}
              options={people.map(({ id, name }) => [id, name])}
              none={t('dashboard.content.no_choice')}
            />
          </Field>
        )}
        {!isBuiltInPage && (
          <MediaPicker
            label={t('dashboard.common.picture')}
            hint={t(PICTURE_HINTS[relation])}
            defaultValue={picture}
            ratio={SHAPES[relation]}
            onChange={(chosen) => onChange({ media_id: chosen?.id ?? null })}
          />
        )}
        {relation === 'works' && (
          <>
            <SoundField fields={fields} onChange={onChange} />
            {!fields.media_id &&
              text('picture_description', t('dashboard.content.description_of_the_cover'), {
                hint: t('dashboard.content.for_people_who_cannot_see_it'),
              })}
            {!fields.media_id &&
              number(
                'ratio_width',
                t('dashboard.content.cover_width'),
                t('dashboard.content.relative_to_its_height'),
              )}
            {!fields.media_id && number('ratio_height', t('dashboard.content.cover_height'))}
            {number(
              'featured_position',
              t('dashboard.content.position_on_the_home_page'),
              t('dashboard.content.empty_not_shown_there'),
            )}
          </>
        )}
        {relation === 'people' && number('position', t('dashboard.content.position_in_the_list'))}
      </div>
    </Panel>
  );
}
