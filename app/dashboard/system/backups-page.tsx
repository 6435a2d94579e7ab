// Backups: created now or on a schedule, tested in a database of their own, downloaded, and deleted when old.

import { type FormEvent, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { Rows } from '#app/dashboard/layout/rows.tsx';
import { t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Field } from '#app/ui/field.tsx';
import { NumberInput } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';
import { toastError, toastSuccess } from '#app/ui/toast/toast-store.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { SaveChanges } from '../forms/save-changes.tsx';
import { useFormGuard } from '../forms/use-unsaved-guard.ts';
import { requireRole } from '../guard.server.ts';
import { ColumnsPage, Panel } from '../layout/page.tsx';
import { ownApi } from '../own-api.ts';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/backups-page.ts';
import { CopiesPanel } from './backup-copies.tsx';
import { BackupItem } from './backup-item.tsx';

interface Schedule {
  hour: number | null;
  retained_count: number;
  copies_target: string | null;
}

const LOOK_MS = 1000;

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'owner');
  const { backend: client, now } = context.get(siteContext);
  const [backups, copies, schedule] = await Promise.all([
    client.from('backups').select('*').order('started_at', { ascending: false }).order('id').limit(100),
    client
      .from('backup_copies')
      .select('file,state,size_bytes,share,error,made_at,test_state,test_result,tested_at')
      .order('made_at', { ascending: false })
      .order('file')
      .limit(100),
    client.from('backup_settings').select('hour,retained_count,copies_target').single(),
  ]);
  if (backups.error) throw backups.error;
  if (copies.error) throw copies.error;
  if (schedule.error) throw schedule.error;
  return {
    backups: backups.data,
    copies: copies.data,
    schedule: schedule.data,
    now: now.toISOString(),
  };
}

export const meta = dashboardMeta(() => t('dashboard.system.backups_page_title'));

export default function BackupsPage({ loaderData }: Route.ComponentProps) {
  const { backups, copies, schedule } = loaderData;
  const { studio } = useStudio();
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const isUnderWay = backups.some(({ state, test_state }) => state === 'running' || test_state === 'running');
  const isCopying = copies.some(({ state, test_state }) => state === 'sending' || test_state === 'running');
  useEffect(() => {
    if (!isUnderWay && !isCopying) return;
    const looking = setInterval(() => void revalidate(), LOOK_MS);
    return () => clearInterval(looking);
  }, [isUnderWay, isCopying, revalidate]);
  const makeOne = async () => {
    setBusy(true);
    try {
      await ownApi('/studio/backups', { method: 'POST', body: {} });
      await revalidate();
    } catch (reason) {
      toastError(t('dashboard.system.backup_not_started'), describeReason(reason));
    } finally {
      setBusy(false);
    }
  };
  const newest = backups.find(({ state }) => state === 'done');
  return (
    <ColumnsPage
      title={t('dashboard.system.backups')}
      actions={
        <Button variant="primary" size="sm" busy={isBusy || isUnderWay} onClick={() => void makeOne()}>
          {t('dashboard.system.create_backup')}
        </Button>
      }
      lead={
        newest
          ? t('dashboard.system.the_newest_is_from_when', {
              when: since(new Date(newest.started_at), new Date(loaderData.now), studio.zone),
            })
          : t('dashboard.system.no_backups_yet')
      }
    >
      <Panel title={t('dashboard.system.saved_backups')}>
        <Rows
          of={backups}
          className="backups"
          none={
            <EmptyState title={t('dashboard.system.no_backups_yet_title')}>
              {t('dashboard.system.a_backup_contains_the_whole_studio')}
            </EmptyState>
          }
        >
          {(backup) => (
            <BackupItem
              key={backup.id}
              backup={backup}
              copy={
                schedule.copies_target === null
                  ? 'off'
                  : (copies.find(({ file }) => file === backup.file) ?? 'none')
              }
              now={loaderData.now}
              onChange={() => void revalidate()}
            />
          )}
        </Rows>
      </Panel>
      <div className="dash-stack">
        <ScheduleForm schedule={schedule} zone={studio.zone} onChange={() => void revalidate()} />
        <CopiesPanel
          copies={copies}
          target={schedule.copies_target}
          now={loaderData.now}
          onChange={() => void revalidate()}
        />
        <Panel title={t('dashboard.system.restore_on_a_new_machine')}>
          <div className="owner-prose">
            <p>{t('dashboard.system.download_a_backup_from_time_to')}</p>
            <p>{t('dashboard.system.to_restore_the_studio_on_a')}</p>
            <pre className="owner-command">{'npm run restore -- backup.zip\nnpm start'}</pre>
            {schedule.copies_target !== null && (
              <>
                <p>{t('dashboard.system.or_from_the_newest_off_site')}</p>
                <pre className="owner-command">{'npm run restore -- --remote\nnpm start'}</pre>
              </>
            )}
          </div>
        </Panel>
      </div>
    </ColumnsPage>
  );
}

function ScheduleForm({ schedule, zone, onChange }: { schedule: Schedule; zone: string; onChange(): void }) {
  const [isBusy, setBusy] = useState(false);
  const { onInput, markSaved } = useFormGuard();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const hour = String(form.get('hour') ?? '');
    setBusy(true);
    const client = await backend(() => setBusy(false));
    const { error } = await client
      .from('backup_settings')
      .update({ hour: hour === '' ? null : Number(hour), retained_count: Number(form.get('retained_count')) })
      .eq('id', true);
    setBusy(false);
    if (error) toastError(t('dashboard.system.schedule_not_saved'), describeReason(error));
    else {
      markSaved();
      toastSuccess(t('dashboard.system.schedule_saved'));
      onChange();
    }
  };
  return (
    <Panel title={t('dashboard.system.backup_schedule')} className="owner-fields">
      <form className="owner-form" onSubmit={submit} onInput={onInput}>
        <Field
          label={t('dashboard.system.every_day_at')}
          hint={t('dashboard.system.time_zone_zone', { zone: zone.replaceAll('_', ' ') })}
        >
          <Select
            name="hour"
            defaultValue={schedule.hour ?? ''}
            none={t('dashboard.system.never')}
            options={Array.from({ length: 24 }, (_, hour) => [hour, `${String(hour).padStart(2, '0')}:00`])}
          />
        </Field>
        <Field
          label={t('dashboard.system.backups_to_keep')}
          hint={t('dashboard.system.older_ones_are_deleted_when_a')}
          required
        >
          <NumberInput
            name="retained_count"
            min={1}
            max={100}
            step={1}
            defaultValue={schedule.retained_count}
          />
        </Field>
        <SaveChanges submit={t('dashboard.system.save_schedule')} size="sm" isBusy={isBusy} />
      </form>
    </Panel>
  );
}
