// Asks other teachers to substitute, or shows who was found.

import { type FormEvent, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { callFunction } from '#app/backend/call-function.ts';
import { rich, t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import type { FunctionArgs } from '#contracts/studio-client.ts';
import type { Register } from '#contracts/teaching.ts';
import { reportFailure } from '../../forms/report-failure.ts';
import { Panel } from '../../layout/page.tsx';
import { useOnline } from '../../layout/use-online.ts';

export function SubstitutePanel({ register, onChange }: { register: Register; onChange(): void }) {
  const { session, substitute } = register;
  const [isBusy, setBusy] = useState(false);
  const isOnline = useOnline();
  const isOver = session.status !== 'planned' || new Date(session.starts_at) <= new Date();

  const call = async <Name extends 'request_substitute' | 'withdraw_substitute'>(
    name: Name,
    args: FunctionArgs<Name>,
    done: string,
  ) => {
    setBusy(true);
    const client = await backend(() => setBusy(false));
    const { error } = await callFunction(client, name, args);
    setBusy(false);
    if (!reportFailure(error)) return;
    toastSuccess(done);
    onChange();
  };
  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '');
    void call(
      'request_substitute',
      { session_id: session.id, reason },
      t('dashboard.teach.substitute_requested'),
    );
  };
  if (isOver && !substitute) return null;
  return (
    <Panel title={t('dashboard.teach.substitute')}>
      {substitute?.state === 'found' && (
        <p>
          {substitute.instead_of
            ? rich('dashboard.teach.teaches_instead_of', {
                name: substitute.found ?? '',
                absent: substitute.instead_of,
                b: (text) => <b>{text}</b>,
              })
            : rich('dashboard.teach.teaches_instead_of_the_teacher', {
                name: substitute.found ?? '',
                b: (text) => <b>{text}</b>,
              })}
        </p>
      )}
      {substitute?.state === 'open' && (
        <>
          <p>{t('dashboard.teach.the_other_teachers_and_staff_have')}</p>
          <Button
            variant="tertiary"
            size="sm"
            busy={isBusy}
            disabled={!isOnline}
            onClick={() =>
              void call(
                'withdraw_substitute',
                { request_id: substitute.id },
                t('dashboard.teach.request_withdrawn'),
              )
            }
          >
            {t('dashboard.teach.withdraw_request')}
          </Button>
        </>
      )}
      {substitute?.state !== 'open' && !isOver && (
        <form className="teach-form" onSubmit={ask}>
          <Field
            label={t('dashboard.common.reason')}
            optional
            hint={t('dashboard.teach.only_staff_see_the_reason')}
          >
            <Input name="reason" maxLength={500} autoComplete="off" />
          </Field>
          <Button variant="tertiary" size="sm" type="submit" busy={isBusy} disabled={!isOnline}>
            {t('dashboard.teach.request_a_substitute')}
          </Button>
        </form>
      )}
    </Panel>
  );
}
