// The menu of an account in the list.

import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import {
  Menu,
  MenuCheckboxItem,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  MenuTrigger,
} from '#app/ui/menu.tsx';
import { isInvited, type ListedPerson, personName, roleChoices } from './person.ts';
import { usePersonActions } from './use-person-actions.ts';

interface PersonMenuProps {
  person: ListedPerson;
  isOwner: boolean;
  onChange(): void;
}

export function PersonMenu({ person, isOwner, onChange }: PersonMenuProps) {
  const { setRole, inviteAgain, resetFactors, ban } = usePersonActions(person, onChange);
  return (
    <Menu>
      <MenuTrigger>
        <Button
          variant="tertiary"
          size="sm"
          aria-label={t('dashboard.people.manage_name', { name: personName(person) })}
        >
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
            onCheckedChange={(granted) => setRole(role, granted)}
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
