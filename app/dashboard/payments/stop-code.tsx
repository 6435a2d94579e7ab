// Blocks a code that was lost or misused, or unblocks it. A reason is required because the code is worth money.
import type { FormEvent } from 'react';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { FormActions } from '../forms/form-actions.tsx';
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
      { title: isActive ? `${code} blocked` : `${code} unblocked` },
    );
    if (done) onDone();
  };
  return (
    <form className="dash-form" onSubmit={change} noValidate>
      <Field label="Reason" error={errorOf('reason')} required>
        <Input name="reason" maxLength={300} autoComplete="off" autoFocus />
      </Field>
      <FormActions
        submit={isActive ? 'Block code' : 'Unblock code'}
        variant={isActive ? 'destructive' : 'primary'}
        isBusy={isBusy}
        onCancel={onDone}
      />
    </form>
  );
}
