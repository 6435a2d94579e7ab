// Deletes the account. Shows first what prevents it and what is retained.

import { useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { signOutHere } from '#app/backend/sign-out.ts';
import { AttemptEnd, AttemptForm } from '#app/features/sign-in/attempt-form.tsx';
import { FieldError, useAttempt } from '#app/features/sign-in/use-attempt.ts';
import { localPath } from '#app/language/language-path.ts';
import { currentLanguage, t } from '#app/language/messages.ts';
import { expectSignOut } from '#app/shell/session/session-store.ts';
import { Button } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Link } from '#app/ui/link.tsx';
import { Panel } from '../layout/page.tsx';
import type { Obstacle } from './obstacle.ts';

export function LeavePanel({ login, obstacle }: { login: string; obstacle: Obstacle | null }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel title={t('dashboard.your_data.delete_my_account')}>
      <p className="dash-quiet">{t('dashboard.your_data.your_account_family_waiting_list')}</p>
      {obstacle && (
        <p role="status" className="leave-obstacle">
          {obstacle.sentence} {obstacle.way && <Link to={obstacle.way.to}>{obstacle.way.label}</Link>}
        </p>
      )}
      {!obstacle && !isOpen && (
        <div className="panel-foot">
          <Button variant="destructive" size="sm" onClick={() => setOpen(true)}>
            {t('dashboard.your_data.delete_my_account')}
          </Button>
        </div>
      )}
      {!obstacle && isOpen && <LeaveForm login={login} onGiveUp={() => setOpen(false)} />}
    </Panel>
  );
}

/** An owner may have written the word with a capital letter, and a phone begins with one. */
function comparable(word: string): string {
  return word.trim().normalize().toLocaleLowerCase(currentLanguage().locale);
}

function LeaveForm({ login, onGiveUp }: { login: string; onGiveUp(): void }) {
  const attempt = useAttempt();
  const word = t('dashboard.your_data.word_to_confirm');
  const leave = attempt.onSubmit(async () => {
    if (comparable(attempt.typed('word')) !== comparable(word))
      throw new FieldError('code', t('dashboard.your_data.type_the_word_to_confirm', { word }));
    const client = await backend();
    const { error } = await client.rpc('delete_my_account', { typed: 'delete' });
    // Deliberate database errors have a readable message.
    if (error && /^PT4/.test(error.code)) throw new FieldError('form', describeReason(error));
    if (error) throw error;
    expectSignOut(true);
    await signOutHere();
    location.assign(localPath('/sign-in?gone'));
  });
  return (
    <AttemptForm attempt={attempt} className="leave-form" onSubmit={leave}>
      <Field
        label={t('dashboard.your_data.type_the_word', { word })}
        hint={t('dashboard.your_data.this_deletes_the_account_login', { login })}
        error={attempt.errorOf('code')}
        data-field="code"
      >
        <Input name="word" autoComplete="off" autoCapitalize="none" maxLength={20} autoFocus />
      </Field>
      <AttemptEnd
        attempt={attempt}
        submit={t('dashboard.your_data.delete_account_permanently')}
        variant="destructive"
        onCancel={onGiveUp}
      />
    </AttemptForm>
  );
}
