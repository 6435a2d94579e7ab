// An account beside the list of people: how to reach the person, what they may do, and their orders.

import { Fact } from '#app/dashboard/layout/fact.tsx';
import { clockTime, shortDate } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Link } from '#app/ui/link.tsx';
import { formatRoles } from '../format-roles.ts';
import { Panel } from '../layout/page.tsx';
import { RowPanel } from '../list/row-panel.tsx';
import { useStudio } from '../use-studio.ts';
import { PersonState } from './people-table.tsx';
import { isInvited, type ListedPerson, personName, roleChoices } from './person.ts';
import { usePersonActions } from './use-person-actions.ts';

interface PersonPanelProps {
  person: ListedPerson;
  isOwner: boolean;
  onChange(): void;
}

export function PersonPanel({ person, isOwner, onChange }: PersonPanelProps) {
  const canChange = person.can_manage && !person.is_you;
  return (
    <RowPanel
      key={person.id}
      row={person.id}
      title={personName(person)}
      kicker={
        <>
          {formatRoles(person.roles)} <PersonState person={person} />
        </>
      }
    >
      <div className="dash-stack">
        <AccountPanel person={person} />
        {canChange && <AccessPanel person={person} isOwner={isOwner} onChange={onChange} />}
      </div>
    </RowPanel>
  );
}

function AccountPanel({ person }: { person: ListedPerson }) {
  const { zone } = useStudio().studio;
  const { email, phone, factors, created_at, last_sign_in_at } = person;
  const when = (moment: string) =>
    `${shortDate(new Date(moment), zone)}, ${clockTime(new Date(moment), zone)}`;
  return (
    <Panel
      title={t('dashboard.people.account')}
      aside={
        email && (
          <Link to={`/dashboard/orders?${new URLSearchParams({ search: email })}`}>
            {t('dashboard.people.view_orders')}
          </Link>
        )
      }
    >
      <dl className="facts">
        {email && (
          <Fact name={t('dashboard.common.email')}>
            <a href={`mailto:${email}`}>{email}</a>
          </Fact>
        )}
        {phone && (
          <Fact name={t('dashboard.common.phone')}>
            <a href={`tel:+${phone}`}>+{phone}</a>
          </Fact>
        )}
        <Fact name={t('dashboard.people.signed_up')}>{when(created_at)}</Fact>
        <Fact name={t('dashboard.people.last_sign_in')}>
          {last_sign_in_at ? when(last_sign_in_at) : t('dashboard.people.never_signed_in')}
        </Fact>
        <Fact name={t('dashboard.people.second_factor')}>
          {factors.length > 0
            ? t('dashboard.people.second_factor_on')
            : t('dashboard.people.second_factor_off')}
        </Fact>
      </dl>
    </Panel>
  );
}

function AccessPanel({ person, isOwner, onChange }: PersonPanelProps) {
  const { setRole, inviteAgain, resetFactors, ban } = usePersonActions(person, onChange);
  return (
    <Panel title={t('dashboard.people.roles')}>
      <div className="person-roles">
        {roleChoices().map(({ role, label, hint, isForOwners }) => (
          <Checkbox
            key={role}
            label={label}
            hint={hint}
            checked={person.roles.includes(role)}
            disabled={isForOwners && !isOwner}
            onChange={(event) => void setRole(role, event.target.checked)}
          />
        ))}
      </div>
      <div className="dash-form-actions">
        {isInvited(person) && (
          <Button variant="tertiary" size="sm" onClick={() => void inviteAgain()}>
            {t('dashboard.people.send_invitation_again')}
          </Button>
        )}
        {person.factors.length > 0 && (
          <Button variant="tertiary" size="sm" onClick={resetFactors}>
            {t('dashboard.people.remove_second_factor')}
          </Button>
        )}
        <Button variant={person.banned ? 'tertiary' : 'destructive'} size="sm" onClick={ban}>
          {person.banned ? t('dashboard.people.reopen_account') : t('dashboard.people.close_account')}
        </Button>
      </div>
    </Panel>
  );
}
