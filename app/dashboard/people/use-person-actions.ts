// What staff can do with an account: change its roles, invite again, remove second factors, close and reopen it.

import { backend } from '#app/backend/backend.ts';
import { formatList } from '#app/language/list.ts';
import { questionText, t } from '#app/language/messages.ts';
import { confirm, describeReason } from '#app/ui/confirm/confirm-store.ts';
import { toastError, toastSuccess } from '#app/ui/toast/toast-store.ts';
import type { Role } from '#contracts/visitor.ts';
import { roleName } from '../format-roles.ts';
import { useEmailStatus } from '../layout/use-email-status.ts';
import { ownApi } from '../own-api.ts';
import { type ListedPerson, personName } from './person.ts';

interface PersonActions {
  setRole(role: Role, granted: boolean): Promise<void>;
  inviteAgain(): Promise<void>;
  /** Closes the account, or reopens a closed one. */
  ban(): void;
  resetFactors(): void;
}

export function usePersonActions(person: ListedPerson, onChange: () => void): PersonActions {
  const { sentOrWaiting } = useEmailStatus();
  const name = personName(person);
  const report = (reason: unknown) =>
    void toastError(t('dashboard.common.that_did_not_work'), describeReason(reason));
  const ban = async () => {
    const { classes } = person.banned
      ? { classes: [] }
      : await ownApi<{ classes: { title: string; dates: number }[] }>(
          `/account/people/${person.id}/teaching`,
        );
    const dates = classes.reduce((sum, one) => sum + one.dates, 0);
    void confirm({
      title: person.banned
        ? t('dashboard.people.reopen_account_of', { name })
        : t('dashboard.people.close_account_of', { name }),
      content: person.banned
        ? t('dashboard.people.they_can_sign_in_again')
        : [
            t('dashboard.people.they_are_signed_out_on_all'),
            dates > 0 &&
              t('dashboard.people.dates_need_another_teacher', {
                name,
                count: dates,
                classes: formatList(classes.map(({ title }) => title)),
              }),
          ]
            .filter(Boolean)
            .join(' '),
      type: person.banned ? 'default' : 'destructive',
      confirmText: person.banned ? t('dashboard.people.reopen_account') : t('dashboard.people.close_account'),
      onConfirm: async () => {
        await ownApi(`/account/people/${person.id}/ban`, {
          method: 'POST',
          body: { banned: !person.banned },
        });
        onChange();
      },
    });
  };
  return {
    async setRole(role, granted) {
      const client = await backend();
      const { error } = await client.rpc('set_role', { person: person.id, wanted: role, granted });
      if (error) return report(error);
      toastSuccess(
        granted
          ? t('dashboard.people.role_given', { name, role: roleName(role) })
          : t('dashboard.people.role_taken', { name, role: roleName(role) }),
      );
      onChange();
    },
    async inviteAgain() {
      try {
        await ownApi(`/account/people/${person.id}/invite`, { method: 'POST', body: {} });
        toastSuccess(
          sentOrWaiting(
            t('dashboard.people.invitation_sent_again'),
            t('dashboard.people.new_invitation_waiting_in_the_outbox'),
          ),
          person.email ?? undefined,
        );
        onChange();
      } catch (reason) {
        report(reason);
      }
    },
    ban: () => void ban().catch(report),
    resetFactors: () =>
      void confirm({
        ...questionText('dashboard.people.remove_second_factor', { name }),
        type: 'destructive',
        onConfirm: async () => {
          await ownApi(`/account/people/${person.id}/reset-factors`, { method: 'POST', body: {} });
          onChange();
        },
      }),
  };
}
