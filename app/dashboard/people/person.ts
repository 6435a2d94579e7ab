import { t } from '#app/language/messages.ts';
import type { AccountFacts, Role } from '#contracts/visitor.ts';

/** A person as staff see them in the list. */
export interface ListedPerson extends AccountFacts {
  created_at: string;
  invited_at: string | null;
  last_sign_in_at: string | null;
  is_you: boolean;
  can_manage: boolean;
}

export interface PeoplePage {
  people: ListedPerson[];
  total: number;
  /** Cursors of the previous and the next page. */
  back: string | null;
  on: string | null;
}

interface RoleChoice {
  role: Role;
  label: string;
  hint: string;
  isForOwners: boolean;
}

const ROLES = ['member', 'teacher', 'host', 'staff', 'owner'] as const;

/** The roles that can be given; some only by owners. */
export function roleChoices(): RoleChoice[] {
  return ROLES.map((role) => ({
    role,
    label: t(`dashboard.roles.${role}_title`),
    hint: t(`dashboard.roles.${role}_hint`),
    isForOwners: role === 'staff' || role === 'owner',
  }));
}

/** Waits for an answer to an invitation that can be sent again. */
export function isInvited({ can_manage, invited_at, confirmed, banned }: ListedPerson): boolean {
  return Boolean(can_manage && invited_at && !confirmed && !banned);
}

export function personName({ name, email, phone }: Pick<ListedPerson, 'name' | 'email' | 'phone'>): string {
  return name || email || (phone ? `+${phone}` : t('dashboard.common.someone'));
}
