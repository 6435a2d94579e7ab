// Chooses a teacher: people with a public profile, and accounts with the role of teacher that have none yet. Choosing
// one of those creates their profile.

import { useState } from 'react';
import { t } from '#app/language/messages.ts';
import { Select } from '#app/ui/select.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import { callDatabase } from '../../forms/call-database.ts';

import { reportFailure } from '../../forms/report-failure.ts';
import type { Catalogue } from './load-catalogue.server.ts';

const ACCOUNT = 'account ';

interface TeacherSelectProps {
  catalogue: Pick<Catalogue, 'people' | 'candidates'>;
  /** The person's id; empty for none. */
  value: string;
  name?: string;
  /** The label of no choice. */
  nobody?: string;
  onChange(id: string): void;
}

export function TeacherSelect({ catalogue, value, name, nobody, onChange }: TeacherSelectProps) {
  const [coming, setComing] = useState<string | null>(null);
  // Created here; the page behind this form has not loaded them yet.
  const [made, setMade] = useState<(Catalogue['people'][number] & { userId: string })[]>([]);
  const people = [
    ...catalogue.people,
    ...made.filter(({ id }) => !catalogue.people.some((one) => one.id === id)),
  ];
  const candidates = catalogue.candidates.filter(
    ({ user_id }) => !made.some(({ userId }) => userId === user_id),
  );

  const welcome = async (userId: string) => {
    const called = catalogue.candidates.find(({ user_id }) => user_id === userId)?.name ?? '';
    setComing(userId);
    try {
      const data = await callDatabase('make_teacher', { account: userId });
      const id = data;
      setMade((before) => [...before, { id, name: called, userId }]);
      onChange(id);
      toastSuccess(
        t('dashboard.programme.profile_added_for_name', { name: called }),
        t('dashboard.programme.you_can_complete_it_under_content'),
      );
    } catch (reason) {
      reportFailure(reason);
    } finally {
      setComing(null);
    }
  };

  return (
    <Select
      {...(name !== undefined && { name })}
      value={coming === null ? value : ACCOUNT + coming}
      aria-busy={coming !== null || undefined}
      onChange={({ target }) => {
        if (target.value.startsWith(ACCOUNT)) void welcome(target.value.slice(ACCOUNT.length));
        else onChange(target.value);
      }}
    >
      <option value="">{nobody ?? t('dashboard.programme.no_teacher_choice')}</option>
      {people.map(({ id, name: called }) => (
        <option key={id} value={id}>
          {called}
        </option>
      ))}
      {candidates.length > 0 && (
        <optgroup label={t('dashboard.programme.without_a_profile_yet')}>
          {candidates.map(({ user_id, name: called }) => (
            <option key={user_id} value={ACCOUNT + user_id}>
              {called}
            </option>
          ))}
        </optgroup>
      )}
    </Select>
  );
}
