import { useState } from 'react';
import { t } from '#app/language/messages.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { InLanguages } from '../../languages/in-languages.tsx';
import { SHOW_TEXTS } from '../../languages/text-fields.ts';
import { SaveForm } from '../save-form.tsx';
import type { Named, Show } from './show.ts';

interface ShowFormProps {
  show: Show;
  people: Named[];
  /** Accounts with the role of host; choosing one without a profile creates it. */
  accounts: Named[];
  onChange(): void;
  onDeleted(): void;
}

const ACCOUNT = 'account:';

export function ShowForm({ show, people, accounts, onChange, onDeleted }: ShowFormProps) {
  const [translations, setTranslations] = useState(show.translations);
  const known = new Set(people.map(({ name }) => name));
  const newcomers = accounts.filter(({ name }) => name !== '' && !known.has(name));
  return (
    <SaveForm
      table="shows"
      id={show.id}
      read={(text) => ({
        title: text('title'),
        summary: text('summary'),
        translations,
        ...(!text('host_id').startsWith(ACCOUNT) && { host_id: text('host_id') || null }),
      })}
      afterwards={async (text, client) => {
        const chosen = text('host_id');
        if (!chosen.startsWith(ACCOUNT)) return null;
        const { error } = await client.rpc('set_show_host', {
          show_id: show.id,
          user_id: chosen.slice(ACCOUNT.length),
        });
        return error;
      }}
      saved={t('dashboard.common.changes_saved')}
      deletion={{
        button: t('dashboard.radio.delete_show'),
        title: t('dashboard.radio.delete_title_question', { title: show.title }),
        content: t('dashboard.radio.its_time_slots_and_recordings_are'),
      }}
      onChange={onChange}
      onDeleted={onDeleted}
    >
      <InLanguages row={show} fields={SHOW_TEXTS} translations={translations} onChange={setTranslations}>
        <Field label={t('dashboard.common.name')} required>
          <Input name="title" defaultValue={show.title} maxLength={120} />
        </Field>
        <Field label={t('dashboard.radio.show_host')} hint={t('dashboard.radio.shown_on_the_shows_page')}>
          <Select name="host_id" defaultValue={show.host_id ?? ''}>
            <option value="">{t('dashboard.radio.none')}</option>
            {people.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            {newcomers.length > 0 && (
              <optgroup label={t('dashboard.radio.without_a_profile_yet')}>
                {newcomers.map(({ id, name }) => (
                  <option key={id} value={`${ACCOUNT}${id}`}>
                    {name}
                  </option>
                ))}
              </optgroup>
            )}
          </Select>
        </Field>
        <Field label={t('dashboard.common.description')}>
          <Textarea name="summary" defaultValue={show.summary} rows={3} maxLength={500} />
        </Field>
      </InLanguages>
    </SaveForm>
  );
}
