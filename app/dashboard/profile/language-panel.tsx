// The language of the current user's dashboard and emails.
import { useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { pathInLanguage } from '#app/language/language-path.ts';
import { currentLanguages, t } from '#app/language/messages.ts';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import { reportFailure } from '../forms/report-failure.ts';
import { Panel } from '../layout/page.tsx';

export function LanguagePanel({ personId, language }: { personId: string; language: string | null }) {
  const { languages } = currentLanguages();
  const [chosen, setChosen] = useState(language ?? '');
  if (languages.length < 2) return null;
  const save = async (code: string) => {
    const before = chosen;
    setChosen(code);
    const client = await backend(() => setChosen(before));
    const { error } = await client
      .from('profiles')
      .update({ language: code || null })
      .eq('user_id', personId);
    if (!reportFailure(error)) return setChosen(before);
    toastSuccess(t('dashboard.languages.language_saved'));
    location.assign(pathInLanguage('/dashboard/profile', code || (languages[0]?.code ?? '')));
  };
  return (
    <Panel title={t('dashboard.languages.your_language')}>
      <Field label={t('shared.languages.language')} hint={t('dashboard.languages.your_language_hint')}>
        <Select
          name="language"
          value={chosen}
          none={t('dashboard.languages.studio_default')}
          options={languages.map(({ code, name }) => [code, name] as const)}
          onChange={(event) => void save(event.target.value)}
        />
      </Field>
    </Panel>
  );
}
