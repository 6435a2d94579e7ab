// A list of named date ranges, terms or closed days: add, edit, remove.

import { type FormEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { dataOf } from '#app/backend/data-of.ts';
import { RowAction } from '#app/dashboard/forms/row-action.tsx';
import { spanOfDays } from '#app/language/format-day.ts';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { DateInput } from '#app/ui/date-time-input.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Link } from '#app/ui/link.tsx';
import type { StudioClient } from '#contracts/studio-client.ts';
import { doWithUndo } from '../../forms/do-with-undo.ts';
import { EditList } from '../../forms/edit-list.tsx';
import { reportFailure } from '../../forms/report-failure.ts';
import { InLanguages } from '../../languages/in-languages.tsx';
import { NAME_TEXTS } from '../../languages/text-fields.ts';
import { Panel } from '../../layout/page.tsx';

import type { Span } from './load-catalogue.server.ts';

const TEXTS = {
  terms: {
    title: 'dashboard.programme.terms',
    add: 'dashboard.programme.add_term',
    emptyTitle: 'dashboard.programme.no_terms_yet',
    empty: 'dashboard.programme.add_a_term_such_as_autumn',
  },
  closed_days: {
    title: 'dashboard.programme.closed_days',
    add: 'dashboard.programme.add_closed_days',
    emptyTitle: 'dashboard.programme.no_closed_days_yet',
    empty: 'dashboard.programme.new_repeating_sessions_skip_these_days',
  },
} as const;
type SpanTable = keyof typeof TEXTS;

interface SpansPanelProps {
  table: SpanTable;
  spans: Span[];
  today: string;
}

export function SpansPanel({ table, spans, today }: SpansPanelProps) {
  const texts = TEXTS[table];
  const { revalidate } = useRevalidator();
  const [hidden, setHidden] = useState<string[]>([]);
  const shown = spans.filter(({ id }) => !hidden.includes(id));

  const remove = ({ id, name, ...dates }: Span) =>
    doWithUndo({
      title: t('dashboard.programme.name_removed', { name }),
      show: () => {
        setHidden((before) => [...before, id]);
        return () => setHidden((before) => before.filter((other) => other !== id));
      },
      save: async () => {
        const client = await backend();
        await dataOf(client.from(table).delete().eq('id', id));
      },
      undo: async () => {
        const client = await backend();
        await dataOf(insertSpan(client, table, { id, name, ...dates }));
        void revalidate();
      },
    });

  return (
    <Panel title={t(texts.title)}>
      {shown.length === 0 ? (
        <EmptyState title={t(texts.emptyTitle)}>{t(texts.empty)}</EmptyState>
      ) : (
        <EditList
          items={shown}
          idOf={({ id }) => id}
          nameOf={({ name }) => name}
          isPast={({ ends_on }) => ends_on < today}
          about={({ starts_on, ends_on }) => (
            <span className="dash-quiet">{spanOfDays(starts_on, ends_on)}</span>
          )}
          before={({ starts_on, ends_on }) => (
            <Link to={`/dashboard/sessions?from=${starts_on}&to=${ends_on}&state=planned`}>
              {t('dashboard.common.sessions')}
            </Link>
          )}
          after={(span) => (
            <RowAction
              label={t('dashboard.common.remove')}
              name={t('dashboard.common.remove_name', { name: span.name })}
              onClick={() => void remove(span)}
            />
          )}
          form={(span, done) => (
            <SpanForm
              table={table}
              span={span}
              label={t('dashboard.common.save_changes')}
              today={today}
              onDone={done}
            />
          )}
        />
      )}
      <SpanForm table={table} span={null} label={t(texts.add)} today={today} onDone={revalidate} />
    </Panel>
  );
}

type SpanRow = Omit<Span, 'id'> & { id?: string };

/** Only terms have translations. */
function insertSpan(client: StudioClient, table: SpanTable, row: SpanRow) {
  const { translations, ...rest } = row;
  return table === 'terms'
    ? client.from('terms').insert({ ...rest, translations: translations ?? {} })
    : client.from('closed_days').insert(rest);
}

function updateSpan(client: StudioClient, table: SpanTable, id: string, row: SpanRow) {
  const { translations, ...rest } = row;
  return table === 'terms'
    ? client
        .from('terms')
        .update({ ...rest, ...(translations && { translations }) })
        .eq('id', id)
    : client.from('closed_days').update(rest).eq('id', id);
}

interface SpanFormProps {
  table: SpanTable;
  span: Span | null;
  label: string;
  today: string;
  onDone(): void;
}

function SpanForm({ table, span, label, today, onDone }: SpanFormProps) {
  const [isBusy, setBusy] = useState(false);
  const [formError, setFormError] = useState('');
  const [translations, setTranslations] = useState(span?.translations ?? {});
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const row = {
      name: String(given.get('name')).trim(),
      starts_on: String(given.get('starts_on')),
      ends_on: String(given.get('ends_on') || given.get('starts_on')),
      ...(table === 'terms' && { translations }),
    };
    if (row.ends_on < row.starts_on) {
      setFormError(t('dashboard.programme.last_day_before_first_day'));
      return;
    }
    setFormError('');
    setBusy(true);
    const client = await backend(() => setBusy(false));
    const { error } = span
      ? await updateSpan(client, table, span.id, row)
      : await insertSpan(client, table, row);
    setBusy(false);
    if (error) {
      reportFailure(error.code === '23514' ? t('dashboard.programme.use_a_name_of_up_to') : error);
      return;
    }
    if (!span) {
      form.reset();
      setTranslations({});
    }
    onDone();
  };
  const fields = (
    <>
      <Field label={t('dashboard.common.name')} required>
        <Input name="name" defaultValue={span?.name} maxLength={80} autoComplete="off" />
      </Field>
      <Field label={t('dashboard.programme.first_day')} required error={formError || undefined}>
        <DateInput name="starts_on" defaultValue={span?.starts_on ?? today} />
      </Field>
      <Field label={t('dashboard.programme.last_day')} required={table === 'terms'}>
        <DateInput name="ends_on" defaultValue={span?.ends_on} />
      </Field>
    </>
  );
  return (
    <form className="span-form" onSubmit={save}>
      {table === 'terms' ? (
        <InLanguages
          row={span ?? {}}
          fields={NAME_TEXTS}
          translations={translations}
          onChange={setTranslations}
        >
          {fields}
        </InLanguages>
      ) : (
        fields
      )}
      <Button variant={span ? 'primary' : 'tertiary'} size="sm" type="submit" busy={isBusy}>
        {label}
      </Button>
    </form>
  );
}
