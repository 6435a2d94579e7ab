// Prerecorded shows of the next two weeks: which recording each plays, or that it still needs one.

import { useState } from 'react';
import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { formatLength } from '#app/language/format-length.ts';
import { shortDate } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { FileDrop } from '#app/ui/file-drop/file-drop.tsx';
import { FileList, type FileListItem } from '#app/ui/file-drop/file-list.tsx';
import { Select } from '#app/ui/select.tsx';
import { checkEpisode, type EpisodeFinding } from '#contracts/episode-checks.ts';
import { useDatabaseCall } from '../../forms/use-database-call.ts';
import { Panel } from '../../layout/page.tsx';
import { SOUND_FILES, sendFile } from '../send-file.ts';
import { Findings } from './findings.tsx';
import type { ComingSlot } from './load-plans.server.ts';
import type { Recording } from './recording.ts';

interface ComingSlotsProps {
  slots: ComingSlot[];
  /** To choose from, the newest first. */
  recordings: Recording[];
  onChange(): void;
}

export function ComingSlots({ slots, recordings, onChange }: ComingSlotsProps) {
  const [open, setOpen] = useState<string | null>(null);
  // The findings of the last upload stay until another one.
  const [findings, setFindings] = useState<{ key: string; found: EpisodeFinding[] } | null>(null);
  return (
    <Panel title={t('dashboard.radio.prerecorded_shows')} aside={t('dashboard.radio.next_two_weeks')}>
      <ul className="dash-list">
        {slots.map((slot) => {
          const key = `${slot.slotId} ${slot.date}`;
          return (
            <SlotRow
              key={key}
              slot={slot}
              recordings={recordings.filter(({ show_id }) => show_id === slot.showId)}
              findings={findings?.key === key ? findings.found : []}
              isOpen={open === key}
              onToggle={() => setOpen(open === key ? null : key)}
              onPlanned={(found) => {
                setFindings({ key, found });
                setOpen(null);
                onChange();
              }}
            />
          );
        })}
      </ul>
    </Panel>
  );
}

interface SlotRowProps {
  slot: ComingSlot;
  recordings: Recording[];
  findings: EpisodeFinding[];
  isOpen: boolean;
  onToggle(): void;
  onPlanned(findings: EpisodeFinding[]): void;
}

function SlotRow({ slot, recordings, findings, isOpen, onToggle, onPlanned }: SlotRowProps) {
  const { isBusy, call } = useDatabaseCall();
  const { slotId: slot_id, date, time, durationMin, show, episode } = slot;
  // A calendar day has no zone.
  const day = shortDate(new Date(`${date}T12:00:00Z`), 'UTC');
  const remove = async () => {
    if (await call('unplan_episode', { slot_id, on_date: date })) onPlanned([]);
  };
  return (
    <li>
      <RowText title={show}>
        {t('dashboard.radio.slot_on_day', { day, time, minutes: durationMin })}
        {episode && `, ${episode.title}`}
      </RowText>
      <Badge tone={episode ? 'positive' : 'danger'}>
        {episode ? t('dashboard.radio.planned') : t('dashboard.radio.no_recording')}
      </Badge>
      <span className="dash-row-actions">
        <LinkButton
          aria-label={t('dashboard.radio.choose_recording_for', { title: show, day })}
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          {episode ? t('dashboard.radio.replace') : t('dashboard.radio.add_recording')}
        </LinkButton>
        {episode && (
          <LinkButton
            busy={isBusy}
            aria-label={t('dashboard.radio.remove_title_on_date', { title: episode.title, date: day })}
            onClick={() => void remove()}
          >
            {t('dashboard.common.remove')}
          </LinkButton>
        )}
      </span>
      <Findings findings={findings} />
      {isOpen && <PlanForm slot={slot} recordings={recordings} onPlanned={onPlanned} />}
    </li>
  );
}

function PlanForm({ slot, recordings, onPlanned }: Pick<SlotRowProps, 'slot' | 'recordings' | 'onPlanned'>) {
  const { isBusy, call } = useDatabaseCall();
  const [sent, setSent] = useState<FileListItem | null>(null);
  const [chosenId, setChosenId] = useState(recordings[0]?.id ?? '');
  const chosen = recordings.find(({ id }) => id === chosenId);
  const findings = chosen ? checkEpisode(measuresOf(chosen), slot.durationMin) : [];
  const upload = async ([file]: File[]) => {
    if (!file) return;
    const item = { id: file.name, name: file.name, sizeBytes: file.size };
    const last = Math.max(0, file.size - 1);
    setSent({ ...item, sentBytes: null });
    try {
      const { findings: found } = await sendFile<{ findings: EpisodeFinding[] }>(
        `/radio/recordings?slot=${slot.slotId}&date=${slot.date}`,
        file,
        { onProgress: (sentBytes) => setSent({ ...item, sentBytes: Math.min(sentBytes, last) }) },
      );
      onPlanned(found);
    } catch (reason) {
      setSent({ ...item, sentBytes: null, error: describeReason(reason) });
    }
  };
  const plan = async () => {
    if (!chosen) return;
    const args = { slot_id: slot.slotId, on_date: slot.date, episode_id: chosen.id };
    const title = t('dashboard.radio.recording_planned', { title: chosen.title });
    if (await call('plan_episode', args, { title })) onPlanned(findings);
  };
  return (
    <div className="plan-form">
      <FileDrop
        label={t('dashboard.radio.upload_a_recording')}
        hint={t('dashboard.radio.upload_checks', { minutes: slot.durationMin })}
        accept={SOUND_FILES}
        onFiles={(files) => void upload(files)}
      />
      {sent && <FileList items={[sent]} onRetry={() => setSent(null)} onRemove={() => setSent(null)} />}
      {recordings.length > 0 && (
        <div className="plan-chosen">
          <Field label={t('dashboard.radio.or_choose_a_recording')}>
            <Select
              value={chosenId}
              onChange={({ currentTarget }) => setChosenId(currentTarget.value)}
              options={recordings.map(({ id, title, duration_ms }) => [
                id,
                `${title} (${formatLength(duration_ms)})`,
              ])}
            />
          </Field>
          <Findings findings={findings} />
          <Button
            variant="primary"
            size="sm"
            busy={isBusy}
            disabled={findings.some(({ level }) => level === 'error')}
            onClick={() => void plan()}
          >
            {t('dashboard.radio.plan_recording')}
          </Button>
        </div>
      )}
    </div>
  );
}

function measuresOf({ duration_ms, loudness_lufs, silence_ms, silence_at_ms }: Recording) {
  return {
    durationMs: duration_ms,
    loudnessLufs: loudness_lufs,
    silenceMs: silence_ms,
    silenceAtMs: silence_at_ms,
  };
}
