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

export const roleNames: readonly { role: Role; label: string; hint: string; ownersOnly?: boolean }[] = [
  { role: 'member', label: 'Member', hint: 'Books for themselves and their children' },
  { role: 'teacher', label: 'Teacher', hint: 'Own timetable, registers and notes' },
  { role: 'host', label: 'Host', hint: 'Own radio shows, goes live' },
  { role: 'staff', label: 'Staff', hint: 'Everything in the dashboard', ownersOnly: true },
  { role: 'owner', label: 'Owner', hint: 'Everything, plus roles, settings and backups', ownersOnly: true },
];

export function personName({ name, email, phone }: Pick<ListedPerson, 'name' | 'email' | 'phone'>): string {
  return name || email || (phone ? `+${phone}` : t('dashboard.common.someone'));
}
