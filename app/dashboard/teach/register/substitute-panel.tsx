// Asks other teachers to substitute, or shows who was found.

import { type FormEvent, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { callFunction } from '#app/backend/call-function.ts';
import { Button } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import type { FunctionArgs } from '#contracts/studio-client.ts';
import type { Register } from '#contracts/teaching.ts';
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
    if (error)
      return void toast({
        variant: 'destructive',
        title: 'That did not work',
        description: describeReason(error),
      });
    toast({ variant: 'success', title: done });
    onChange();
  };
  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '');
    void call('request_substitute', { session_id: session.id, reason }, 'Substitute requested');
  };
  if (isOver && !substitute) return null;
  return (
    <Panel title="Substitute">
      {substitute?.state === 'found' && (
        <p>
          <b>{substitute.found}</b> teaches instead of {substitute.instead_of ?? 'the teacher'}.
        </p>
      )}
      {substitute?.state === 'open' && (
        <>
          <p>The other teachers and staff have been asked. The first to accept teaches this session.</p>
          <Button
            variant="tertiary"
            size="sm"
            busy={isBusy}
            disabled={!isOnline}
            onClick={() =>
              void call('withdraw_substitute', { request_id: substitute.id }, 'Request withdrawn')
            }
          >
            Withdraw request
          </Button>
        </>
      )}
      {substitute?.state !== 'open' && !isOver && (
        <form className="teach-form" onSubmit={ask}>
          <Field label="Reason" aside="optional" hint="Visible to the other teachers and staff.">
            <Input name="reason" maxLength={500} autoComplete="off" />
          </Field>
          <Button variant="tertiary" size="sm" type="submit" busy={isBusy} disabled={!isOnline}>
            Request a substitute
          </Button>
        </form>
      )}
    </Panel>
  );
}
