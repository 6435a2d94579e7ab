// Which languages the studio has, and which is the first.
import { type FormEvent, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { currentLanguage, t } from '#app/language/messages.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import { toastError } from '#app/ui/toast/toast-store.ts';
import { moveItem, RowButtons } from '../forms/row-buttons.tsx';
import { SaveChanges } from '../forms/save-changes.tsx';
import { useUnsavedGuard } from '../forms/use-unsaved-guard.ts';
import { Panel } from '../layout/page.tsx';
import { useCurrentUser } from '../use-current-user.ts';
import { useSaveStudio } from './use-save-studio.ts';

interface StudioLanguagesFormProps {
  studio: { languages: string[]; updated_at: string };
  /** All languages of the product. */
  known: { code: string; name: string }[];
}

export function StudioLanguagesForm({ studio, known }: StudioLanguagesFormProps) {
  const { person } = useCurrentUser();
  const [chosen, setChosen] = useState(studio.languages);
  const { save, isBusy } = useSaveStudio(studio.updated_at);
  const markSaved = useUnsavedGuard(chosen.join() !== studio.languages.join());
  const nameOf = (code: string) => known.find((language) => language.code === code)?.name ?? code;
  const hasNewDefault = chosen[0] !== studio.languages[0];
  const rest = known.filter(({ code }) => !chosen.includes(code));

  const remove = (code: string) => {
    if (chosen.length > 1) setChosen(chosen.filter((each) => each !== code));
    else toastError(t('dashboard.languages.one_needed'));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await save({ languages: chosen }, t('dashboard.languages.languages_saved'), async () => {
      // Someone without a choice would get the former default, whichever language they read this in.
      if (hasNewDefault) await chooseLanguage(person.id);
      markSaved();
      // This page may have another address now. Until it is there, nothing more can be changed here.
      location.assign(`${baseAmong(chosen)}/dashboard/settings/languages`);
      return new Promise(() => {});
    });
  };
  return (
    <Panel title={t('dashboard.languages.studio_languages')}>
      <form className="teach-form" onSubmit={(event) => void submit(event)}>
        <p className="dash-quiet">{t('dashboard.languages.order_hint')}</p>
        <ol className="dash-list" inert={isBusy}>
          {chosen.map((code, index) => (
            <li key={code}>
              <span>
                <b lang={code}>{nameOf(code)}</b>
                {index === 0 && <Badge>{t('dashboard.languages.default')}</Badge>}
              </span>
              <RowButtons
                name={nameOf(code)}
                index={index}
                count={chosen.length}
                atTheEnds="absent"
                onMove={(by) => setChosen(moveItem(chosen, index, by))}
                onRemove={() => remove(code)}
              />
            </li>
          ))}
        </ol>
        {rest.length > 0 && (
          <Field label={t('dashboard.languages.add_a_language')}>
            <Select
              value=""
              disabled={isBusy}
              none={t('dashboard.languages.choose_a_language')}
              options={rest.map(({ code, name }) => [code, name] as const)}
              onChange={(event) => event.target.value && setChosen([...chosen, event.target.value])}
            />
          </Field>
        )}
        {hasNewDefault && <p role="status">{t('dashboard.languages.first_changes_texts')}</p>}
        <SaveChanges isBusy={isBusy} />
      </form>
    </Panel>
  );
}

async function chooseLanguage(personId: string): Promise<void> {
  const client = await backend();
  await client.from('profiles').update({ language: currentLanguage().code }).eq('user_id', personId);
}

/** Where the pages of the current language are, once the studio has these. */
function baseAmong(languages: readonly string[]): string {
  const { code } = currentLanguage();
  return languages.indexOf(code) > 0 ? `/${code}` : '';
}
