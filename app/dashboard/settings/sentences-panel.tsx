// Every sentence of the product that visitors read, to be worded anew by the owner. The server checks values and plurals.
import { useEffect, useState } from 'react';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';
import { Panel, PanelError } from '../layout/page.tsx';
import { ownApi } from '../own-api.ts';
import type { MessageText } from './message-text.ts';
import { SentenceForm } from './sentence-form.tsx';

const MAX_SHOWN = 30;

export function SentencesPanel({
  languages,
}: {
  languages: readonly (readonly [code: string, name: string])[];
}) {
  const [language, setLanguage] = useState(languages[0]?.[0] ?? 'en');
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<string | null>(null);
  const { messages, problem, reload } = useMessages(language);
  const found = messages?.filter((message) => matches(message, search)) ?? [];
  return (
    <Panel title={t('dashboard.sentences.sentences')} aside={t('dashboard.sentences.sentences_aside')}>
      <div className="sentence-search">
        <Field label={t('dashboard.sentences.language')}>
          <Select
            value={language}
            options={languages}
            onChange={(event) => {
              setLanguage(event.target.value);
              setEditing(null);
            }}
          />
        </Field>
        <Field label={t('dashboard.sentences.find_sentence')} hint={t('dashboard.sentences.find_hint')}>
          <Input type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
        </Field>
      </div>
      {problem && <PanelError message={problem} onTryAgain={reload} />}
      {!problem && !messages && <p role="status">{t('dashboard.common.loading')}</p>}
      {messages && found.length === 0 && (
        <EmptyState
          title={search ? t('dashboard.sentences.none_found') : t('dashboard.sentences.none_changed')}
        >
          {search ? t('dashboard.sentences.none_found_hint') : t('dashboard.sentences.none_changed_hint')}
        </EmptyState>
      )}
      <ul className="dash-list">
        {found.slice(0, MAX_SHOWN).map((message) => (
          <li key={message.key}>
            {editing === message.key ? (
              <SentenceForm
                message={message}
                language={language}
                onClose={() => setEditing(null)}
                onSaved={() => {
                  setEditing(null);
                  reload();
                }}
              />
            ) : (
              <Sentence message={message} language={language} onEdit={() => setEditing(message.key)} />
            )}
          </li>
        ))}
      </ul>
      {found.length > MAX_SHOWN && (
        <p className="dash-quiet">
          {t('dashboard.sentences.more_found', { count: found.length - MAX_SHOWN })}
        </p>
      )}
    </Panel>
  );
}

function Sentence({ message, language, onEdit }: { message: MessageText; language: string; onEdit(): void }) {
  const { key, english, translation, override } = message;
  return (
    <>
      <p lang={override || translation ? language : 'en'} dir="auto">
        {override ?? translation ?? english}
      </p>
      <p className="dash-quiet">
        {key}
        {override && `, ${t('dashboard.sentences.your_words')}`}
      </p>
      <Button variant="tertiary" onClick={onEdit}>
        {t('dashboard.sentences.change_sentence')}
      </Button>
    </>
  );
}

/** Without a search the changed ones are shown. */
function matches({ key, english, translation, override }: MessageText, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  if (!wanted) return override !== null;
  return [key, english, translation, override].some((text) => text?.toLowerCase().includes(wanted));
}

function useMessages(language: string) {
  const [messages, setMessages] = useState<MessageText[] | null>(null);
  const [problem, setProblem] = useState('');
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt reads again
  useEffect(() => {
    let isCurrent = true;
    setProblem('');
    ownApi<{ messages: MessageText[] }>(`/studio/messages?language=${language}`).then(
      (answer) => isCurrent && setMessages(answer.messages),
      (reason) => isCurrent && setProblem(describeReason(reason)),
    );
    return () => {
      isCurrent = false;
    };
  }, [language, attempt]);
  return { messages, problem, reload: () => setAttempt((number) => number + 1) };
}
