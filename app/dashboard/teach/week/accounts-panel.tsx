// Links people who teach to accounts. Without a link a teacher sees no classes.

import { type FormEvent, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { Rows } from '#app/dashboard/layout/rows.tsx';
import { t } from '#app/language/messages.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { toastError, toastSuccess } from '#app/ui/toast/toast-store.ts';
import type { TeachingAccount } from '#contracts/teaching.ts';
import { useBusy } from '../../forms/use-busy.ts';
import { Panel } from '../../layout/page.tsx';

export function AccountsPanel({ accounts, onChange }: { accounts: TeachingAccount[]; onChange(): void }) {
  const [openId, setOpenId] = useState('');
  const [isBusy, run] = useBusy();
  const link = async (person: TeachingAccount, email: string) => {
    const client = await backend();
    const { error } = await client.rpc('link_teacher', { person_id: person.person_id, email });
    if (error) return void toastError(t('dashboard.teach.account_not_linked'), describeReason(error));
    toastSuccess(email ? t('dashboard.teach.account_linked') : t('dashboard.teach.account_unlinked'));
    setOpenId('');
    onChange();
  };
  const save = (person: TeachingAccount) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim();
    void run(() => link(person, email));
  };
  return (
    <Panel
      title={t('dashboard.teach.teacher_accounts')}
      aside={t('dashboard.teach.account_sees_classes_and_registers')}
    >
      <Rows of={accounts} none={t('dashboard.teach.no_teachers_yet_they_appear_here')}>
        {(person) => (
          <li key={person.person_id}>
            <RowText title={person.name}>{person.email ?? t('dashboard.teach.no_account_yet')}</RowText>
            <LinkButton
              aria-expanded={openId === person.person_id}
              aria-label={
                person.email
                  ? t('dashboard.teach.change_account_of', { name: person.name })
                  : t('dashboard.teach.link_account_of', { name: person.name })
              }
              onClick={() => setOpenId(openId === person.person_id ? '' : person.person_id)}
            >
              {openId === person.person_id
                ? t('dashboard.common.close')
                : person.email
                  ? t('dashboard.teach.change')
                  : t('dashboard.teach.link')}
            </LinkButton>
            {openId === person.person_id && (
              <form className="rename" onSubmit={save(person)}>
                <Field
                  label={t('dashboard.teach.email_of_the_account')}
                  hint={person.email ? t('dashboard.teach.leave_empty_to_unlink') : undefined}
                >
                  <Input
                    name="email"
                    type="email"
                    defaultValue={person.email ?? ''}
                    required={!person.email}
                    autoComplete="off"
                    autoFocus
                  />
                </Field>
                <Button variant="secondary" size="sm" type="submit" busy={isBusy}>
                  {t('dashboard.teach.save_account')}
                </Button>
              </form>
            )}
          </li>
        )}
      </Rows>
    </Panel>
  );
}
