import { formatList } from '#app/language/list.ts';
import { t } from '#app/language/messages.ts';
import type { PersonToCall } from '#contracts/programme.ts';

/** "Call these 2 people, who have no email address: Ana (+351 …) and Ben (no phone number)." Nothing for nobody. */
export function formatPeopleToCall(people: readonly PersonToCall[]): string[] {
  if (people.length === 0) return [];
  const named = people.map(({ name, phone }) =>
    t('dashboard.common.name_and_phone', { name, phone: phone || 'none' }),
  );
  return [t('dashboard.common.call_these_people', { count: people.length, people: formatList(named) })];
}
