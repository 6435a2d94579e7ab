// The list of accounts: its columns, and what can be done with several at once.

import { offerFile } from '#app/features/csv/offer-file.ts';
import { writeCsv } from '#app/features/csv/write-csv.ts';
import { t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import { Avatar } from '#app/ui/avatar.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { formatRoles } from '../format-roles.ts';
import type { Bulk } from '../list/bulk-bar.tsx';
import type { ListColumn } from '../list/list-column.ts';
import { RowLink } from '../list/row-link.tsx';
import { ownApi } from '../own-api.ts';
import { isInvited, type ListedPerson, personName } from './person.ts';
import { PersonMenu } from './person-menu.tsx';

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
      cell: (person) => {
        const name = personName(person);
        const contact = [person.email, person.phone && `+${person.phone}`].filter(Boolean).join(', ');
        return (
          <span className="person">
            <Avatar name={name} size="sm" />
            <span>
              <RowLink row={person.id}>{name}</RowLink>
              {contact !== name && (
                <span className="dash-quiet list-line" title={contact}>
                  {contact}
                </span>
              )}
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
          {formatRoles(person.roles)} <PersonState person={person} />
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
          <PersonMenu person={person} isOwner={isOwner} onChange={onChange} />
        ) : (
          <span className="dash-quiet">{t('dashboard.people.owner_only')}</span>
        ),
    },
  ];
}

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

export function PersonState({ person }: { person: ListedPerson }) {
  if (person.banned) return <Badge tone="danger">{t('dashboard.people.closed')}</Badge>;
  if (!person.confirmed)
    return (
      <Badge tone="quiet">
        {person.invited_at ? t('dashboard.people.invited') : t('dashboard.people.unconfirmed')}
      </Badge>
    );
  return null;
}
