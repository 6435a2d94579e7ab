// The list of accounts: its columns, the menu of each account, and what can be done with several at once.

import { backend } from '#app/backend/backend.ts';
import { offerFile } from '#app/features/csv/offer-file.ts';
import { writeCsv } from '#app/features/csv/write-csv.ts';
import { t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import { Avatar } from '#app/ui/avatar.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { confirm, describeReason } from '#app/ui/confirm/confirm-store.ts';
import {
  Menu,
  MenuCheckboxItem,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  MenuTrigger,
} from '#app/ui/menu.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import type { Role } from '#contracts/visitor.ts';
import { useEmailStatus } from '../layout/use-email-status.ts';
import type { Bulk } from '../list/bulk-bar.tsx';
import type { ListColumn } from '../list/list-column.ts';
import { ownApi } from '../own-api.ts';
import { formatRoles, roleName } from '../sections.ts';
import { type ListedPerson, personName, roleChoices } from './person.ts';

interface PeopleColumnsOptions {
  isOwner: boolean;
  zone: string;
  onChange(): void;
}

export function peopleColumns({ isOwner, zone, onChange }: PeopleColumnsOptions): ListColumn<ListedPerson>[] {
  return [
    {
      id: 'person',
      label: t('dashboard.people.person'),
      isTitle: true,
      phone: 'title',
      cell: (person) => {
        const name = personName(person);
        const contact = [person.email, person.phone && `+${person.phone}`].filter(Boolean).join(', ');
        return (
          <span className="person">
            <Avatar name={name} size="sm" />
            <span>
              <b>{name}</b>
              {contact !== name && <span className="dash-quiet">{contact}</span>}
            </span>
          </span>
        );
      },
    },
    {
      id: 'roles',
      label: t('dashboard.people.roles'),
      phone: 'detail',
      cell: (person) => (
        <>
          {formatRoles(person.roles)} <State person={person} />
        </>
      ),
    },
    {
      id: 'factor',
      label: t('dashboard.people.second_factor'),
      width: 'state',
      drop: 1,
      className: 'dash-quiet',
      cell: ({ factors }) =>
        factors.length > 0 ? t('dashboard.people.second_factor_on') : t('dashboard.people.second_factor_off'),
    },
    {
      id: 'last',
      label: t('dashboard.people.last_sign_in'),
      width: 'when',
      drop: 2,
      className: 'dash-quiet',
      cell: ({ last_sign_in_at }) =>
        last_sign_in_at
          ? since(new Date(last_sign_in_at), new Date(), zone)
          : t('dashboard.people.never_signed_in'),
    },
    {
      id: 'actions',
      label: t('dashboard.people.actions'),
      isUnlabelled: true,
      width: 'action',
      align: 'end',
      phone: 'end',
      cell: (person) =>
        person.is_you ? (
          <span className="dash-quiet">{t('dashboard.people.you')}</span>
        ) : person.can_manage ? (
          <PersonMenu person={person} name={personName(person)} isOwner={isOwner} onChange={onChange} />
        ) : (
          <span className="dash-quiet">{t('dashboard.people.owner_only')}</span>
        ),
    },
  ];
}

const isInvited = (person: ListedPerson) =>
  Boolean(person.can_manage && person.invited_at && !person.confirmed && !person.banned);

export function peopleBulk(): Bulk<ListedPerson> {
  return {
    nameOf: personName,
    actions: [
      {
        id: 'invite',
        label: t('dashboard.people.send_invitation_again'),
        accepts: isInvited,
        run: ({ id }) => ownApi(`/account/people/${id}/invite`, { method: 'POST', body: {} }),
        done: (count) => t('dashboard.people.invitations_sent_again', { count }),
      },
      {
        id: 'csv',
        label: t('dashboard.list.export_csv'),
        take: (people) =>
          offerFile(
            'people.csv',
            writeCsv([
              [t('dashboard.common.name'), t('dashboard.common.email'), t('dashboard.people.roles')],
              ...people.map((person) => [personName(person), person.email ?? '', formatRoles(person.roles)]),
            ]),
          ),
      },
    ],
  };
}

interface PersonMenuProps {
  person: ListedPerson;
  name: string;
  isOwner: boolean;
  onChange(): void;
}

function State({ person }: { person: ListedPerson }) {
  if (person.banned) return <Badge tone="danger">{t('dashboard.people.closed')}</Badge>;
  if (!person.confirmed)
    return (
      <Badge tone="quiet">
        {person.invited_at ? t('dashboard.people.invited') : t('dashboard.people.unconfirmed')}
      </Badge>
    );
  return null;
}

function PersonMenu({ person, name, isOwner, onChange }: PersonMenuProps) {
  const { sentOrWaiting } = useEmailStatus();
  const report = (reason: unknown) =>
    toast({
      variant: 'destructive',
      title: t('dashboard.common.that_did_not_work'),
      description: describeReason(reason),
    });
  const setRole = async (role: Role, granted: boolean) => {
    const client = await backend();
    const { error } = await client.rpc('set_role', { person: person.id, wanted: role, granted });
    if (error) return report(error);
    toast({
      variant: 'success',
      title: granted
        ? t('dashboard.people.role_given', { name, role: roleName(role) })
        : t('dashboard.people.role_taken', { name, role: roleName(role) }),
    });
    onChange();
  };
  const ban = () =>
    confirm({
      title: person.banned
        ? t('dashboard.people.reopen_account_of', { name })
        : t('dashboard.people.close_account_of', { name }),
      content: person.banned
        ? t('dashboard.people.they_can_sign_in_again')
        : t('dashboard.people.they_are_signed_out_on_all'),
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
  const inviteAgain = async () => {
    try {
      await ownApi(`/account/people/${person.id}/invite`, { method: 'POST', body: {} });
      toast({
        variant: 'success',
        title: sentOrWaiting(
          t('dashboard.people.invitation_sent_again'),
          t('dashboard.people.new_invitation_waiting_in_the_outbox'),
        ),
        description: person.email ?? undefined,
      });
      onChange();
    } catch (reason) {
      report(reason);
    }
  };
  const resetFactors = () =>
    confirm({
      title: t('dashboard.people.remove_second_factor_of', { name }),
      content: t('dashboard.people.do_this_only_when_you_are'),
      type: 'destructive',
      confirmText: t('dashboard.people.remove_second_factor'),
      onConfirm: async () => {
        await ownApi(`/account/people/${person.id}/reset-factors`, { method: 'POST', body: {} });
        onChange();
      },
    });
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button variant="tertiary" size="sm" aria-label={t('dashboard.people.manage_name', { name })}>
          {t('dashboard.people.manage')}
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        <MenuLabel>{t('dashboard.people.roles')}</MenuLabel>
        {roleChoices().map(({ role, label, isForOwners }) => (
          <MenuCheckboxItem
            key={role}
            checked={person.roles.includes(role)}
            disabled={isForOwners && !isOwner}
            onCheckedChange={(granted) => setRole(role, granted === true)}
          >
            {label}
          </MenuCheckboxItem>
        ))}
        <MenuSeparator />
        {isInvited(person) && (
          <MenuItem onSelect={() => void inviteAgain()}>
            {t('dashboard.people.send_invitation_again')}
          </MenuItem>
        )}
        {person.factors.length > 0 && (
          <MenuItem onSelect={resetFactors}>{t('dashboard.people.remove_second_factor')}</MenuItem>
        )}
        <MenuItem variant={person.banned ? 'default' : 'destructive'} onSelect={ban}>
          {person.banned ? t('dashboard.people.reopen_account') : t('dashboard.people.close_account')}
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}
