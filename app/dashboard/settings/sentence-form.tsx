// One sentence of the product in the owner's own words.
import { type FormEvent, useState } from 'react';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import { ownApi } from '../own-api.ts';
import type { MessageText } from './message-text.ts';

interface SentenceFormProps {
  message: MessageText;
  language: string;
  onClose(): void;
  onSaved(): void;
}

export function SentenceForm({ message, language, onClose, onSaved }: SentenceFormProps) {
  const { key, english, translation, override } = message;
  const [sentence, setSentence] = useState(override ?? translation ?? english);
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const save = async (wanted: string | null) => {
    setBusy(true);
    setError('');
    try {
      await ownApi('/studio/messages', { method: 'PUT', body: { language, key, sentence: wanted } });
      toastSuccess(t('dashboard.common.changes_saved'));
      onSaved();
    } catch (reason) {
      setError(describeReason(reason));
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(sentence);
  };
  return (
    <form onSubmit={submit}>
      <Field label={key} error={error} hint={t('dashboard.sentences.sentence_hint', { english })}>
        <Textarea
          value={sentence}
          lang={language}
          dir="auto"
          rows={3}
          maxLength={4000}
          onChange={(event) => setSentence(event.target.value)}
        />
      </Field>
      <div className="form-actions">
        <Button type="submit" disabled={isBusy || sentence.trim() === ''}>
          {t('dashboard.common.save_changes')}
        </Button>
        {override !== null && (
          <Button variant="secondary" disabled={isBusy} onClick={() => void save(null)}>
            {t('dashboard.sentences.restore_sentence')}
          </Button>
        )}
        <Button variant="tertiary" disabled={isBusy} onClick={onClose}>
          {t('dashboard.common.cancel')}
        </Button>
      </div>
    </form>
  );
}
