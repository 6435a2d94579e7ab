// The weekly schedule of the station: drag a show to its time, or open it and type. One-off shows are below.

import { type CSSProperties, type DragEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { t } from '#app/language/messages.ts';
import { weekdayName } from '#app/language/names.ts';
import { weekdaysInOrder } from '#app/language/week-start.ts';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { reportFailure } from '../../forms/report-failure.ts';
import { requireRole } from '../../guard.server.ts';
import { PageHeader } from '../../layout/page.tsx';
import { useStudio } from '../../use-studio.ts';
import type { Route } from './+types/schedule-page.ts';
import { OneOffPanel } from './one-off-panel.tsx';
import { clashesOf, clockOf, DAY_MIN, droppedAt, type GridSlot, startMinute } from './plan-slot.ts';
import { contentLabel, type SlotFields, SlotForm } from './slot-form.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend: client, now } = context.get(siteContext);
  const [slots, shows, oneOffs] = await Promise.all([
    client
      .from('slots')
      .select('id,show_id,weekday,local_time,duration_min,content')
      .order('weekday')
      .order('local_time'),
    client.from('shows').select('id,title').order('title'),
    client
      .from('radio_one_offs')
      .select(
        'id,show_id,local_date,local_time,duration_min,is_prerecorded,episode:radio_episodes(title,is_file_missing)',
      )
      .gte('starts_at', new Date(now.getTime() - 86_400_000).toISOString())
      .order('starts_at')
      .limit(100),
  ]);
  for (const { error } of [slots, shows, oneOffs]) if (error) throw error;
  return { slots: slots.data ?? [], shows: shows.data ?? [], oneOffs: oneOffs.data ?? [] };
}

const HOUR_MARKS = [0, 3, 6, 9, 12, 15, 18, 21];

export const meta = dashboardMeta(() => t('dashboard.radio.schedule_page_title'));

export default function SchedulePage({ loaderData }: Route.ComponentProps) {
  const { slots, shows, oneOffs } = loaderData;
  const { studio } = useStudio();
  const { revalidate } = useRevalidator();
  const [open, setOpen] = useState<GridSlot | 'new' | null>(null);
  const titleOf = (showId: string) =>
    shows.find(({ id }) => id === showId)?.title ?? t('dashboard.radio.a_show');

  const save = async (fields: SlotFields, id?: string) => {
    const client = await backend();
    const table = client.from('slots');
    const { error } = id
      ? await table.update(fields).eq('id', id)
      : await table.insert({ ...fields, zone: studio.zone });
    if (error?.code === '23505') return void reportFailure(t('dashboard.radio.another_show_starts_move_it'));
    if (!reportFailure(error)) return;
    toastSuccess(
      t('dashboard.radio.slot_saved', {
        title: titleOf(fields.show_id),
        weekday: weekdayName(fields.weekday),
        time: fields.local_time.slice(0, 5),
      }),
    );
    await revalidate();
    setOpen(null);
  };
  const remove = async (id: string) => {
    const client = await backend();
    const { error } = await client.from('slots').delete().eq('id', id);
    if (!reportFailure(error)) return;
    await revalidate();
    setOpen(null);
  };
  const drop = (event: DragEvent<HTMLElement>, weekday: number) => {
    event.preventDefault();
    const [id, grabbed] = event.dataTransfer.getData('text/plain').split(' ');
    const slot = slots.find((one) => one.id === id);
    if (!slot) return;
    const day = event.currentTarget.getBoundingClientRect();
    const local_time = droppedAt((event.clientY - day.top - Number(grabbed)) / day.height);
    const { show_id, duration_min, content } = slot;
    void save({ show_id, weekday, local_time, duration_min, content }, slot.id);
  };
  return (
    <>
      <PageHeader
        title={t('dashboard.radio.weekly_schedule')}
        actions={
          <Button variant="primary" size="sm" onClick={() => setOpen('new')} disabled={shows.length === 0}>
            {t('dashboard.radio.add_time_slot')}
          </Button>
        }
      >
        {t('dashboard.radio.times_are_in_zone_select_a', { zone: studio.zone })}
      </PageHeader>
      {open && (
        <SlotForm
          key={open === 'new' ? 'new' : open.id}
          slot={open === 'new' ? null : open}
          shows={shows}
          onSave={(fields) => save(fields, open === 'new' ? undefined : open.id)}
          onRemove={open === 'new' ? undefined : () => remove(open.id)}
          onClose={() => setOpen(null)}
        />
      )}
      {slots.length === 0 && (
        <EmptyState
          level={2}
          title={
            shows.length === 0 ? t('dashboard.radio.no_shows_yet') : t('dashboard.radio.no_time_slots_yet')
          }
          action={
            shows.length === 0 && (
              <Link to="/dashboard/radio/schedule/shows">{t('dashboard.radio.add_a_show')}</Link>
            )
          }
        >
          {shows.length === 0
            ? t('dashboard.radio.add_a_show_then_schedule_it')
            : t('dashboard.radio.add_a_time_slot_to_broadcast')}
        </EmptyState>
      )}
      <div className="radio-grid">
        <ol className="radio-hours" aria-hidden="true">
          {HOUR_MARKS.map((hour) => (
            <li key={hour} style={{ '--top': `${(hour / 24) * 100}%` } as CSSProperties}>
              {clockOf(hour * 60)}
            </li>
          ))}
        </ol>
        {weekdaysInOrder().map((weekday) => (
          <section key={weekday} aria-label={weekdayName(weekday)}>
            <h2>{weekdayName(weekday)}</h2>
            <ol onDragOver={(event) => event.preventDefault()} onDrop={(event) => drop(event, weekday)}>
              {slots
                .filter((slot) => slot.weekday === weekday)
                .map((slot) => {
                  const clashes = clashesOf(slot, slots);
                  const start = startMinute(slot);
                  return (
                    <li
                      key={slot.id}
                      data-clash={clashes.length > 0 || undefined}
                      style={
                        {
                          '--top': `${(start / DAY_MIN) * 100}%`,
                          '--height': `${(Math.min(slot.duration_min, DAY_MIN - start) / DAY_MIN) * 100}%`,
                        } as CSSProperties
                      }
                    >
                      <button
                        type="button"
                        draggable
                        onDragStart={(event) => {
                          const { top } = event.currentTarget.getBoundingClientRect();
                          event.dataTransfer.setData('text/plain', `${slot.id} ${event.clientY - top}`);
                        }}
                        onClick={() => setOpen(slot)}
                      >
                        <time>
                          {slot.local_time.slice(0, 5)}–{clockOf(start + slot.duration_min)}
                        </time>
                        <b>{titleOf(slot.show_id)}</b>
                        {slot.content !== 'live' && (
                          <span className="dash-quiet">{contentLabel(slot.content)}</span>
                        )}
                        {clashes.length > 0 && (
                          <small>
                            {t('dashboard.radio.overlaps_shows', {
                              shows: clashes.map((other) => titleOf(other.show_id)).join(', '),
                            })}
                          </small>
                        )}
                      </button>
                    </li>
                  );
                })}
            </ol>
          </section>
        ))}
      </div>
      <OneOffPanel oneOffs={oneOffs} shows={shows} onChange={() => void revalidate()} />
    </>
  );
}
