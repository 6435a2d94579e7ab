// Whose eyes look at the rows: all of them, a visitor's, or those of one person.
import type { ReactNode } from 'react';
import { t } from '#app/language/messages.ts';
import type { DataRole } from '#contracts/data-window.ts';
import { ChoiceFilter, SearchFilter } from '../../list/filters.tsx';

export function roleOf(query: URLSearchParams): DataRole {
  const as = query.get('as');
  const person = query.get('person')?.trim() ?? '';
  if (as === 'anon') return { as };
  // Until someone is named, nobody's rows are shown rather than everybody's.
  return as === 'person' ? { as, id: person } : { as: 'owner' };
}

export function RoleChoice({ role }: { role: DataRole }): ReactNode {
  return (
    <>
      <ChoiceFilter
        label={t('dashboard.data.look_as')}
        name="as"
        any={t('dashboard.data.owner_of_the_database')}
        choices={[
          { value: 'anon', label: t('dashboard.data.visitor') },
          { value: 'person', label: t('dashboard.data.this_person') },
        ]}
      />
      {role.as === 'person' && (
        <SearchFilter label={t('dashboard.data.email_or_id_of_the_person')} name="person" />
      )}
    </>
  );
}
