import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ApiError } from '#app/api/api.ts';
import { describeAuthError } from '#app/features/sign-in/describe-auth-error.ts';
import { FormMessage } from '#app/features/sign-in/fields.tsx';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field, FieldSet } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import { Panel } from '../layout/page.tsx';
import { useEmailStatus } from '../layout/use-email-status.ts';
import { ownApi } from '../own-api.ts';
import { roleChoices } from './person.ts';

interface InviteError extends ApiError {
  fields?: Partial<Record<'email' | 'name' | 'roles', string>>;
}

export function InvitePanel({ isOwner, onInvited }: { isOwner: boolean; onInvited(): void }) {
  const form = useRef<HTMLFormElement>(null);
  const { sentOrWaiting } = useEmailStatus();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<InviteError | null>(null);
  useEffect(() => {
    if (error?.fields?.email) form.current?.querySelector<HTMLInputElement>('[name="email"]')?.focus();
  }, [error]);

  const invite = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.current || isBusy) return;
    const entries = new FormData(form.current);
    setBusy(true);
    setError(null);
    try {
      const body = { email: entries.get('email'), name: entries.get('name'), roles: entries.getAll('roles') };
      const { email } = await ownApi<{ email: string }>('/account/people/invite', { method: 'POST', body });
      toastSuccess(
        sentOrWaiting(
          t('dashboard.people.invitation_sent'),
          t('dashboard.people.invitation_waiting_in_the_outbox'),
        ),
        sentOrWaiting(email, t('dashboard.people.no_mail_server_is_set_up')),
      );
      onInvited();
    } catch (reason) {
      const { fields } = (reason ?? {}) as InviteError;
      setError({ code: 'rejected', message: describeAuthError(reason).message, fields });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Panel title={t('dashboard.people.invite_a_person')} className="invite">
      <form ref={form} className="invite-form" onSubmit={invite} noValidate>
        <Field label={t('dashboard.common.email')} error={error?.fields?.email}>
          <Input name="email" type="email" autoComplete="off" maxLength={254} autoFocus />
        </Field>
        <Field label={t('dashboard.common.name')} error={error?.fields?.name} optional>
          <Input name="name" autoComplete="off" maxLength={120} />
        </Field>
        <FieldSet legend={t('dashboard.people.roles')} error={error?.fields?.roles} className="invite-roles">
          {roleChoices()
            .filter(({ role, isForOwners }) => role !== 'member' && (!isForOwners || isOwner))
            .map(({ role, label, hint }) => (
              <Checkbox key={role} name="roles" value={role} label={label} hint={hint} />
            ))}
        </FieldSet>
        <div className="invite-end">
          <FormMessage message={error && !error.fields ? error.message : undefined} />
          <Button variant="secondary" type="submit" busy={isBusy}>
            {t('dashboard.people.send_invitation')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
