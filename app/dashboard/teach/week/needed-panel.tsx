// Open substitute requests: a teacher can take one over, staff can choose who does.

import { type FormEvent, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { Rows } from '#app/dashboard/layout/rows.tsx';
import { clockTime, shortDate } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Select } from '#app/ui/select.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import type { Substitute, TeachingAccount } from '#contracts/teaching.ts';
import { reportFailure } from '../../forms/report-failure.ts';
import { Panel } from '../../layout/page.tsx';
import { useEmailStatus } from '../../layout/use-email-status.ts';

interface NeededPanelProps {
  open: Substitute[];
  /** The teachers staff can choose; null for teachers. */
  teachers: TeachingAccount[] | null;
  isLinked: boolean;
  isOnline: boolean;
  onChange(): void;
}

export function NeededPanel({ open, teachers, isLinked, isOnline, onChange }: NeededPanelProps) {
  const { notified } = useEmailStatus();
  const [busyId, setBusyId] = useState('');
  const accept = async (id: string, personId?: string) => {
    setBusyId(id);
    const client = await backend(() => setBusyId(''));
    const { data, error } = await client.rpc('accept_substitute', {
      request_id: id,
      ...(personId && { person_id: personId }),
    });
    setBusyId('');
    if (error) {
      reportFailure(error);
    } else {
      const { found, title } = data;
      toastSuccess(
        found
          ? t('dashboard.teach.name_teaches', { name: found, title })
          : t('dashboard.teach.someone_teaches', { title }),
        notified(t('dashboard.teach.people_with_bookings_are_notified_by')),
      );
    }
    onChange();
  };
  const assign = (id: string) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void accept(id, String(new FormData(event.currentTarget).get('person') ?? ''));
  };
  return (
    <Panel title={t('dashboard.teach.substitutes_needed')}>
      <Rows of={open} none={t('dashboard.teach.no_open_requests')}>
        {(request) => {
          const from = new Date(request.starts_at);
          const name = request.instead_of ?? request.asked_by;
          const when = {
            day: shortDate(from, request.zone),
            from: clockTime(from, request.zone),
            to: clockTime(new Date(request.ends_at), request.zone),
            room: request.room,
          };
          return (
            <li key={request.id}>
              <RowText title={request.title}>
                {name
                  ? t('dashboard.teach.request_line', { ...when, name })
                  : t('dashboard.teach.request_line_without_name', when)}{' '}
                {request.reason}
              </RowText>
              {teachers ? (
                <form className="teach-name" onSubmit={assign(request.id)}>
                  <Select
                    name="person"
                    aria-label={t('dashboard.teach.who_teaches_title', { title: request.title })}
                    required
                    defaultValue=""
                    options={teachers
                      .filter((teacher) => teacher.name !== request.instead_of)
                      .map((teacher) => [teacher.person_id, teacher.name])}
                  >
                    <option value="" disabled>
                      {t('dashboard.teach.choose_a_teacher')}
                    </option>
                  </Select>
                  <Button
                    variant="tertiary"
                    size="sm"
                    type="submit"
                    busy={busyId === request.id}
                    disabled={!isOnline}
                  >
                    {t('dashboard.teach.assign')}
                  </Button>
                </form>
              ) : request.is_mine || !isLinked ? null : (
                <Button
                  variant="primary"
                  size="sm"
                  busy={busyId === request.id}
                  disabled={!isOnline}
                  aria-label={t('dashboard.teach.take_over_title', { title: request.title })}
                  onClick={() => void accept(request.id)}
                >
                  {t('dashboard.teach.take_over')}
                </Button>
              )}
            </li>
          );
        }}
      </Rows>
    </Panel>
  );
}
