// The fields of an offering. Knows nothing of saving.

import { useDisciplines } from '#app/disciplines/use-disciplines.ts';
import { LEVEL_NAMES, type Level } from '#app/features/programme/audience.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { Panel } from '../../layout/page.tsx';
import type { Catalogue } from '../catalogue/load-catalogue.server.ts';
import { TeacherSelect } from '../catalogue/teacher-select.tsx';
import { KIND_HINTS, KIND_NAMES, KINDS, type OfferingFields, slugOf } from './offering.ts';

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
  policies: (Named & { summary: string })[];
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
  const disciplines = useDisciplines();
  const policy = policies.find(({ id }) => id === fields.policy_id);
  return (
    <>
      <Panel title="About" className="offering-part" id="about">
        <div className="form-grid">
          <Field label="Title" required className="form-wide" error={errorOf('title')}>
            <Input {...typed('title')} maxLength={120} autoComplete="off" />
          </Field>
          <Field label="Kind" hint={KIND_HINTS[fields.kind]} error={errorOf('kind')}>
            <Select {...typed('kind')} options={KINDS.map((kind) => [kind, KIND_NAMES[kind]])} />
          </Field>
          <Field label="Discipline" error={errorOf('discipline')}>
            <Select {...typed('discipline')} options={disciplines.map(({ slug, name }) => [slug, name])} />
          </Field>
          <Field
            label="Summary"
            className="form-wide"
            hint="One sentence. Shown below the title and in lists."
            error={errorOf('summary')}
          >
            <Input {...typed('summary')} maxLength={300} autoComplete="off" />
          </Field>
          <Field
            label="Description"
            className="form-wide"
            hint="An empty line starts a new paragraph."
            error={errorOf('body')}
          >
            <Textarea {...typed('body')} rows={8} maxLength={20_000} />
          </Field>
          <Field
            label="Address"
            className="form-wide"
            hint={`${props.folder}${fields.slug || slugOf(fields.title) || '…'}`}
            aside="empty: made from the title"
            error={errorOf('slug')}
          >
            <Input {...typed('slug')} maxLength={100} autoComplete="off" spellCheck={false} />
          </Field>
        </div>
      </Panel>
      <Panel title="Price and places" className="offering-part">
        <div className="form-grid">
          <Field
            label={`Price in ${currency}`}
            hint={
              fields.kind === 'course'
                ? 'Per session. A booking costs this times the remaining sessions.'
                : '0 is free.'
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
            label="Places"
            hint="Default for new sessions. Each session can have its own."
            error={errorOf('usual_capacity')}
          >
            <Input
              name="usual_capacity"
              type="number"
              min={1}
              max={10_000}
              value={fields.usual_capacity || ''}
              onChange={(event) => onChange({ usual_capacity: Number(event.target.value) })}
            />
          </Field>
          <Field
            label="Cancellation policy"
            className="form-wide"
            hint={policy?.summary}
            error={errorOf('policy_id')}
          >
            <Select {...typed('policy_id')} options={policies.map(({ id, name }) => [id, name || id])} />
          </Field>
        </div>
      </Panel>
      <Panel title="Details" className="offering-part">
        <div className="form-grid">
          <Field
            label={fields.kind === 'event' ? 'Hosted by' : 'Taught by'}
            error={errorOf('teacher_id')}
            hint={
              people.length + candidates.length === 0 ? 'No profiles yet. You can add this later.' : undefined
            }
          >
            <TeacherSelect
              catalogue={{ people, candidates }}
              name="teacher_id"
              value={fields.teacher_id ?? ''}
              onChange={(id) => onChange({ teacher_id: id || null })}
            />
          </Field>
          <Field label="Level" error={errorOf('level')}>
            <Select
              {...typed('level')}
              options={(Object.keys(LEVEL_NAMES) as Level[]).map((level) => [level, LEVEL_NAMES[level]])}
            />
          </Field>
          <Field label="Age from" hint="0: all ages" error={errorOf('age_from')}>
            <Input
              name="age_from"
              type="number"
              min={0}
              max={120}
              value={fields.age_from}
              onChange={(event) => onChange({ age_from: Number(event.target.value) })}
            />
          </Field>
          <Field label="Age to" hint="Empty: no limit" error={errorOf('age_to')}>
            <Input
              name="age_to"
              type="number"
              min={0}
              max={120}
              value={fields.age_to ?? ''}
              onChange={(event) =>
                onChange({ age_to: event.target.value === '' ? null : Number(event.target.value) })
              }
            />
          </Field>
          <Field label="What to bring" className="form-wide" aside="optional" error={errorOf('bring')}>
            <Input {...typed('bring')} maxLength={500} autoComplete="off" />
          </Field>
          <Field
            label="Accessibility"
            className="form-wide"
            aside="optional"
            hint="Empty: the studio’s own text is used."
            error={errorOf('access')}
          >
            <Input {...typed('access')} maxLength={1000} autoComplete="off" />
          </Field>
        </div>
      </Panel>
    </>
  );
}
