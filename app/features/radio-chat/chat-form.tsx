// The form for a chat message. Guests give a name; the caller sends the message.

import { type FormEvent, useState } from 'react';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';

const MAX_BODY_LENGTH = 500;
const MAX_NAME_LENGTH = 40;

interface ChatFormProps {
  /** Required from guests. */
  asksName: boolean;
  knownName?: string;
  /** Rejects with an error whose message is shown. */
  onSend(message: { body: string; name: string }): Promise<void>;
}

export function ChatForm({ asksName, knownName = '', onSend }: ChatFormProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = (name: string) => String(new FormData(form).get(name) ?? '').trim();
    if (isBusy || text('body') === '') return;
    setBusy(true);
    setProblem('');
    try {
      await onSend({ body: text('body'), name: text('name') });
      const line = form.elements.namedItem('body');
      if (line instanceof HTMLInputElement) {
        line.value = '';
        line.focus();
      }
    } catch (reason) {
      const { code, message } = (reason ?? {}) as { code?: string; message?: string };
      // Without a code it is the browser's own error that there was no answer.
      setProblem((code && message) || t('shared.radio_chat.your_message_could_not_be_sent'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="chat-form" onSubmit={submit}>
      {asksName && (
        <Field label={t('shared.radio_chat.your_name')} required className="chat-form-name">
          <Input name="name" maxLength={MAX_NAME_LENGTH} autoComplete="nickname" defaultValue={knownName} />
        </Field>
      )}
      <Field label={t('shared.radio_chat.your_message')} required className="chat-form-message">
        <Input name="body" maxLength={MAX_BODY_LENGTH} autoComplete="off" enterKeyHint="send" />
      </Field>
      <Button variant="secondary" type="submit" busy={isBusy}>
        {t('shared.radio_chat.send_message')}
      </Button>
      <p role="status" className="chat-problem">
        {problem}
      </p>
    </form>
  );
}
