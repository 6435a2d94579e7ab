// Blocks a code that was lost or misused, or unblocks it. A reason is required because the code is worth money.

import type { FormEvent } from 'react';
import { t } from '#app/language/messages.ts';
import { FormActions } from '../forms/form-actions.tsx';
import { ReasonField } from '../forms/reason-field.tsx';
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
      {
        title: isActive
          ? t('dashboard.payments.code_blocked', { code })
          : t('dashboard.payments.code_unblocked', { code }),
      },
    );
    if (done) onDone();
  };
  return (
    <form className="dash-form" onSubmit={change} noValidate>
      <ReasonField maxLength={300} error={errorOf('reason')} autoFocus />
      <FormActions
        submit={isActive ? t('dashboard.payments.block_code') : t('dashboard.payments.unblock_code')}
        variant={isActive ? 'destructive' : 'primary'}
        isBusy={isBusy}
        onCancel={onDone}
      />
    </form>
  );
}
