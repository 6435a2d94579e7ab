// Stops a code that was lost or misused, or sets it free again; with a reason, because it is worth money.
import type { FormEvent } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { useDatabaseCall } from '../forms/use-database-call.ts';

interface StopCodeProps {
  kind: 'pass' | 'voucher';
  id: string;
  code: string;
  isActive: boolean;
  onDone(): void;
}

export function StopCode({ kind, id, code, isActive, onDone }: StopCodeProps) {
  const { call, isBusy, errorOf } = useDatabaseCall({ quiet: true });
  const change = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '');
    const done = await call(
      'set_code_active',
      { kind, id, active: !isActive, reason },
      { title: isActive ? `${code} no longer works` : `${code} works again` },
    );
    if (done) onDone();
  };
  return (
    <form className="desk-form" onSubmit={change} noValidate>
      <Field label="Why" error={errorOf('reason')} required>
        <Input name="reason" maxLength={300} autoComplete="off" autoFocus />
      </Field>
      <div className="desk-form-end">
        <Button variant={isActive ? 'destructive' : 'primary'} size="sm" type="submit" busy={isBusy}>
          {isActive ? 'Stop the code' : 'Set it free'}
        </Button>
        <Button variant="link" size="sm" onClick={onDone}>
          Leave it
        </Button>
      </div>
    </form>
  );
}
