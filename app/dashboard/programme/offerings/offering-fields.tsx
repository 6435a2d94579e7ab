// The fields of an offering. Knows nothing of saving.

import type { ReactNode } from 'react';
import { useDisciplines } from '#app/disciplines/use-disciplines.ts';
import { ruleSummary } from '#app/features/booking/cancellation-rule.ts';
import { LEVELS, levelName } from '#app/features/programme/audience.ts';
import { t } from '#app/language/messages.ts';
import { Field } from '#app/ui/field.tsx';
import { Input, NumberInput } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { Panel } from '../../layout/page.tsx';
import type { Catalogue } from '../catalogue/load-catalogue.server.ts';
import { TeacherSelect } from '../catalogue/teacher-select.tsx';
import { KINDS, kindHint, kindName, type OfferingFields, slugOf } from './offering.ts';

export interface Named {
  id: string;
  name: string;
}

export interface OfferingFieldsProps {
  fields: OfferingFields;
  /** The price as typed: "9,5" must not be reformatted while typing. */
  priceText: string;
  currency: string;
  people: Named[];
  candidates: Catalogue['candidates'];
  policies: (Named & { summary: string; full_until_h: number; late_credit_percent: number })[];
  /** The error of one field from the last attempt to save. */
  formError: { field: string; message: string } | null;
  /** The path of the public page up to the slug: "/classes/". */
  folder: string;
  onChange(patch: Partial<OfferingFields>): void;
  onPriceText(text: string): void;
}

export function OfferingFieldSet(props: OfferingFieldsProps) {
  const { fields, onChange, formError, currency, people, candidates, policies } = props;
  const errorOf = (name: string) => (formError?.field === name ? formError.message : undefined);
  const typed = <Name extends keyof OfferingFields>(name: Name) => ({
    name,
    value: fields[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  const counted = (name: 'usual_capacity' | 'age_from') => ({
    name,
    type: 'number',
    onChange: (event: { target: { value: string } }) => onChange({ [name]: Number(event.target.value) }),
  });
  const disciplines = useDisciplines();
  const policy = policies.find(({ id }) => id === fields.policy_id);
  return (
    <>
      <Part title={t('dashboard.programme.about_section')} id="about">
        <Field label={t('dashboard.common.title')} required className="form-4" error={errorOf('title')}>
          <Input {...typed('title')} maxLength={120} autoComplete="off" />
        </Field>
        <Field
          className="form-2"
          label={t('dashboard.programme.kind')}
          hint={kindHint(fields.kind)}
          error={errorOf('kind')}
        >
          <Select {...typed('kind')} options={KINDS.map((kind) => [kind, kindName(kind)])} />
        </Field>
        <Field className="form-2" label={t('dashboard.programme.discipline')} error={errorOf('discipline')}>
          <Select {...typed('discipline')} options={disciplines.map(({ slug, name }) => [slug, name])} />
        </Field>
        <Field
          label={t('dashboard.common.web_address')}
          className="form-4"
          hint={`${props.folder}${fields.slug || slugOf(fields.title) || '…'}`}
          aside={t('dashboard.programme.empty_made_from_the_title')}
          error={errorOf('slug')}
        >
          <Input {...typed('slug')} maxLength={100} autoComplete="off" spellCheck={false} />
        </Field>
        <Field
          label={t('dashboard.common.summary')}
          hint={t('dashboard.programme.one_sentence_shown_below_the_title')}
          error={errorOf('summary')}
        >
          <Input {...typed('summary')} maxLength={300} autoComplete="off" />
        </Field>
        <Field
          label={t('dashboard.common.description')}
          hint={t('dashboard.programme.an_empty_line_starts_a_new')}
          error={errorOf('body')}
        >
          <Textarea {...typed('body')} rows={8} maxLength={20_000} />
        </Field>
      </Part>
      <Part title={t('dashboard.programme.price_and_places')}>
        <Field
          className="form-3"
          label={t('dashboard.programme.price_in_currency', { currency })}
          hint={
            fields.kind === 'course'
              ? t('dashboard.programme.per_session_a_booking_costs_this')
              : t('dashboard.programme.zero_is_free')
          }
          error={errorOf('price_cents')}
        >
          <Input
            name="price"
            inputMode="decimal"
            value={props.priceText}
            autoComplete="off"
            onChange={(event) => props.onPriceText(event.target.value)}
          />
        </Field>
        <Field
          className="form-3"
          label={t('dashboard.common.places_2')}
          hint={t('dashboard.programme.default_for_new_sessions_each_session')}
          error={errorOf('usual_capacity')}
        >
          <Input {...counted('usual_capacity')} min={1} max={10_000} value={fields.usual_capacity || ''} />
        </Field>
        <Field
          label={t('dashboard.programme.cancellation_policy')}
          hint={ruleSummary(policy)}
          error={errorOf('policy_id')}
        >
          <Select {...typed('policy_id')} options={policies.map(({ id, name }) => [id, name || id])} />
        </Field>
      </Part>
      <Part title={t('dashboard.common.details')}>
        <Field
          className="form-2"
          label={
            fields.kind === 'event' ? t('dashboard.programme.hosted_by') : t('dashboard.programme.taught_by')
          }
          error={errorOf('teacher_id')}
          hint={
            people.length + candidates.length === 0
              ? t('dashboard.programme.no_profiles_yet_you_can_add')
              : undefined
          }
        >
          <TeacherSelect
            catalogue={{ people, candidates }}
            name="teacher_id"
            value={fields.teacher_id ?? ''}
            onChange={(id) => onChange({ teacher_id: id || null })}
          />
        </Field>
        <Field className="form-2" label={t('dashboard.programme.level')} error={errorOf('level')}>
          <Select {...typed('level')} options={LEVELS.map((level) => [level, levelName(level)])} />
        </Field>
        <Field
          className="form-1"
          label={t('dashboard.programme.age_from')}
          hint={t('dashboard.programme.zero_is_all_ages')}
          error={errorOf('age_from')}
        >
          <Input {...counted('age_from')} min={0} max={120} value={fields.age_from} />
        </Field>
        <Field
          className="form-1"
          label={t('dashboard.programme.age_to')}
          hint={t('dashboard.programme.empty_no_limit')}
          error={errorOf('age_to')}
        >
          <NumberInput
            name="age_to"
            min={0}
            max={120}
            value={fields.age_to ?? ''}
            onChange={(event) =>
              onChange({ age_to: event.target.value === '' ? null : Number(event.target.value) })
            }
          />
        </Field>
        <Field label={t('dashboard.programme.what_to_bring')} optional error={errorOf('bring')}>
          <Input {...typed('bring')} maxLength={500} autoComplete="off" />
        </Field>
        <Field
          label={t('dashboard.programme.accessibility')}
          optional
          hint={t('dashboard.programme.empty_the_studios_own_text_is')}
          error={errorOf('access')}
        >
          <Input {...typed('access')} maxLength={1000} autoComplete="off" />
        </Field>
      </Part>
    </>
  );
}

function Part({ children, ...panel }: { title: string; id?: string; children: ReactNode }) {
  return (
    <Panel {...panel} className="offering-part">
      <div className="form-six">{children}</div>
    </Panel>
  );
}
