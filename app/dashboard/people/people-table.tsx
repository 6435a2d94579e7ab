import { backend } from '#app/backend/backend.ts';
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
import { Table, TableBody, TableCell, TableHeader, TableRow } from '#app/ui/table.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import type { Role } from '#contracts/visitor.ts';
import { Columns } from '../layout/columns.tsx';
import { useEmailStatus } from '../layout/use-email-status.ts';
import { ownApi } from '../own-api.ts';
import { formatRoles } from '../sections.ts';
import { useStudio } from '../use-studio.ts';
import { type ListedPerson, personName, roleNames } from './person.ts';

interface PeopleTableProps {
  people: ListedPerson[];
  isOwner: boolean;
  onChange(): void;
}

export function PeopleTable({ people, isOwner, onChange }: PeopleTableProps) {
  return (
    <Table label="People" className="people">
      <Columns
        of={[
          'Person',
          { wide: 'Roles' },
          { wide: 'Second factor' },
          { wide: 'Last sign-in' },
          { hidden: 'Actions' },
        ]}
      />
      <TableBody>
        {people.map((person) => (
          <PersonRow key={person.id} person={person} isOwner={isOwner} onChange={onChange} />
        ))}
      </TableBody>
    </Table>
  );
}

interface PersonRowProps {
  person: ListedPerson;
  isOwner: boolean;
  onChange(): void;
}

function PersonRow({ person, isOwner, onChange }: PersonRowProps) {
  const { studio } = useStudio();
  const name = personName(person);
  const contact = [person.email, person.phone && `+${person.phone}`].filter(Boolean).join(', ');
  return (
    <TableRow current={person.is_you}>
      <TableHeader scope="row">
        <span className="person">
          <Avatar name={name} size="sm" />
          <span>
            <b>{name}</b>
            {contact !== name && <span className="dash-quiet">{contact}</span>}
            <span className="dash-narrow">
              {formatRoles(person.roles)} <State person={person} />
            </span>
          </span>
        </span>
      </TableHeader>
      <TableCell className="dash-wide">
        {formatRoles(person.roles)} <State person={person} />
      </TableCell>
      <TableCell className="dash-wide dash-quiet">{person.factors.length > 0 ? 'on' : 'off'}</TableCell>
      <TableCell className="dash-wide dash-quiet">
        {person.last_sign_in_at ? since(new Date(person.last_sign_in_at), new Date(), studio.zone) : 'never'}
      </TableCell>
      <TableCell align="end">
        {person.is_you ? (
          <span className="dash-quiet">you</span>
        ) : person.can_manage ? (
          <PersonMenu person={person} name={name} isOwner={isOwner} onChange={onChange} />
        ) : (
          <span className="dash-quiet">owner only</span>
        )}
      </TableCell>
    </TableRow>
  );
}

function State({ person }: { person: ListedPerson }) {
  if (person.banned) return <Badge tone="danger">closed</Badge>;
  if (!person.confirmed) return <Badge tone="quiet">{person.invited_at ? 'invited' : 'unconfirmed'}</Badge>;
  return null;
}

function PersonMenu({ person, name, isOwner, onChange }: PersonRowProps & { name: string }) {
  const { sentOrWaiting } = useEmailStatus();
  const report = (reason: unknown) =>
    toast({ variant: 'destructive', title: 'That did not work', description: describeReason(reason) });
  const setRole = async (role: Role, granted: boolean) => {
    const client = await backend();
    const { error } = await client.rpc('set_role', { person: person.id, wanted: role, granted });
    if (error) return report(error);
    toast({
      variant: 'success',
      title: granted ? `${name} now has the role ${role}` : `${name} no longer has the role ${role}`,
    });
    onChange();
  };
  const ban = () =>
    confirm({
      title: person.banned ? `Reopen ${name}’s account?` : `Close ${name}’s account?`,
      content: person.banned
        ? 'They can sign in again.'
        : 'They are signed out on all devices and cannot sign in until you reopen the account. Nothing is deleted.',
      type: person.banned ? 'default' : 'destructive',
      confirmText: person.banned ? 'Reopen account' : 'Close account',
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
        title: sentOrWaiting('Invitation sent again', 'New invitation waiting in the outbox'),
        description: person.email ?? undefined,
      });
      onChange();
    } catch (reason) {
      report(reason);
    }
  };
  const resetFactors = () =>
    confirm({
      title: `Remove ${name}’s second factor?`,
      content:
        'Do this only when you are sure who is asking. They then sign in with a password or code alone, until they set it up again.',
      type: 'destructive',
      confirmText: 'Remove second factor',
      onConfirm: async () => {
        await ownApi(`/account/people/${person.id}/reset-factors`, { method: 'POST', body: {} });
        onChange();
      },
    });
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button variant="tertiary" size="sm" aria-label={`Manage ${name}`}>
          Manage
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        <MenuLabel>Roles</MenuLabel>
        {roleNames.map(({ role, label, ownersOnly }) => (
          <MenuCheckboxItem
            key={role}
            checked={person.roles.includes(role)}
            disabled={ownersOnly && !isOwner}
            onCheckedChange={(granted) => setRole(role, granted === true)}
          >
            {label}
          </MenuCheckboxItem>
        ))}
        <MenuSeparator />
        {person.invited_at && !person.confirmed && !person.banned && (
          <MenuItem onSelect={() => void inviteAgain()}>Send invitation again</MenuItem>
        )}
        {person.factors.length > 0 && <MenuItem onSelect={resetFactors}>Remove second factor</MenuItem>}
        <MenuItem variant={person.banned ? 'default' : 'destructive'} onSelect={ban}>
          {person.banned ? 'Reopen account' : 'Close account'}
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}
