// Moves or edits a session: dropped in the calendar (the new time is filled in) or typed. Shows what changes, clashes
// and who is notified before it is saved.

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { t } from '#app/language/messages.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { DateInput, TimeInput } from '#app/ui/date-time-input.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input, NumberInput } from '#app/ui/input.tsx';
import { Link } from '#app/ui/link.tsx';
import { Select } from '#app/ui/select.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import type { ChangePreview } from '#contracts/programme.ts';
import { reportFailure } from '../../forms/report-failure.ts';
import { useUnsavedGuard } from '../../forms/use-unsaved-guard.ts';
import { useEmailStatus } from '../../layout/use-email-status.ts';
import type { Catalogue } from '../catalogue/load-catalogue.server.ts';
import { TeacherSelect } from '../catalogue/teacher-select.tsx';
import { OnlineChoice } from '../online-choice.tsx';
import { changeSessions, previewChange, type Scope, type SessionChanges } from '../programme-api.ts';
import { Sheet } from '../sheet.tsx';
import type { BoardSession } from './board-session.ts';
import { ChangeList } from './change-list.tsx';
import { allNotified, isAnyoneNotified } from './format-recipients.ts';
import { MoveSummary } from './move-summary.tsx';
import { changesOf, type MoveTarget, moveTargetOf } from './move-target.ts';
import { ScopeChoice } from './scope-choice.tsx';

interface ChangeSheetProps {
  session: BoardSession;
  moveTarget: MoveTarget;
  catalogue: Catalogue;
  zone: string;
  onDone(): void;
  onClose(): void;
  /** Set where the sheet is opened directly from the calendar. */
  onCancelDate?(): void;
}

export function ChangeSheet(props: ChangeSheetProps) {
  const { session, moveTarget: first, catalogue, zone, onDone, onClose, onCancelDate } = props;
  const [moveTarget, setMoveTarget] = useState(first);
  const [scope, setScope] = useState<Scope>('this');
  const [preview, setPreview] = useState<ChangePreview | null>(null);
  const [reason, setReason] = useState('');
  const [formError, setFormError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const emailStatus = useEmailStatus();
  const changes = changesOf(session, moveTarget);
  const key = JSON.stringify(changes);
  const hasChanges = key !== '{}';
  const clashes = preview?.dates.filter((date) => date.clashes.length > 0).length ?? 0;
  const isDropped = JSON.stringify(first) !== JSON.stringify(moveTargetOf(session));
  const consequences = useRef<HTMLDivElement>(null);
  const hasShown = useRef(false);
  // A dropped session has no typed changes: Escape closes without asking.
  const allowLeaving = useUnsavedGuard(JSON.stringify(moveTarget) !== JSON.stringify(first) || reason !== '');
  const patch = (more: Partial<MoveTarget>) => setMoveTarget((before) => ({ ...before, ...more }));

  useEffect(() => {
    setPreview(null);
    setFormError('');
    if (key === '{}') return;
    let isCancelled = false;
    // Wait until typing a date is finished.
    const timer = setTimeout(() => {
      previewChange(session.id, scope, JSON.parse(key) as SessionChanges).then(
        (answer) => !isCancelled && setPreview(answer),
        (why) => !isCancelled && setFormError(describeReason(why)),
      );
    }, 200);
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }, [key, scope, session.id]);

  // After a drop, show the consequences, which on a phone are below the fields.
  useEffect(() => {
    if (!preview || hasShown.current) return;
    hasShown.current = true;
    if (isDropped) consequences.current?.scrollIntoView({ block: 'nearest' });
  }, [preview, isDropped]);

  const apply = async (event: FormEvent) => {
    event.preventDefault();
    if (!preview) return;
    setBusy(true);
    try {
      const count = await changeSessions(
        session.id,
        scope,
        { ...changes, was: session.sequence },
        clashes > 0 ? reason : undefined,
      );
      const isNotified = isAnyoneNotified(preview.recipients, preview.teachers);
      const isUndoable = scope === 'this' && !isNotified && clashes === 0;
      toast({
        variant: 'success',
        title: t('dashboard.programme.sessions_updated', { count }),
        description: isNotified
          ? allNotified(preview.recipients, preview.teachers, emailStatus).join(' ')
          : undefined,
        ...(isUndoable && { durationMs: 8000, action: { label: t('dashboard.common.undo'), onClick: undo } }),
      });
      allowLeaving();
      onDone();
    } catch (why) {
      setFormError(describeReason(why));
    } finally {
      setBusy(false);
    }
  };
  /** Nobody was notified, so undo is the reverse change. */
  const undo = () => {
    const back = changesOf(
      { ...session, ...moveTarget, local_time: moveTarget.local_time } as BoardSession,
      moveTargetOf(session),
    );
    changeSessions(session.id, 'this', back).then(onDone, reportFailure);
  };

  return (
    <Sheet
      title={
        isDropped
          ? t('dashboard.programme.move_title_question', { title: session.offering.title })
          : t('dashboard.common.edit_title', { title: session.offering.title })
      }
      onClose={onClose}
    >
      <form className="decision-form" onSubmit={apply}>
        {isDropped && <MoveSummary from={moveTargetOf(session)} to={moveTarget} catalogue={catalogue} />}
        <div className="form-grid">
          <Field label={t('dashboard.common.day')} required>
            <DateInput
              value={moveTarget.local_date}
              onChange={(event) => event.target.value && patch({ local_date: event.target.value })}
            />
          </Field>
          <Field label={t('dashboard.programme.starts_at')} required>
            <TimeInput
              value={moveTarget.local_time}
              onChange={(event) => event.target.value && patch({ local_time: event.target.value })}
            />
          </Field>
          <Field label={t('dashboard.programme.length_in_minutes')} required>
            <NumberInput
              min={5}
              max={1440}
              value={moveTarget.duration_min || ''}
              onChange={(event) => patch({ duration_min: Number(event.target.value) })}
            />
          </Field>
          <Field label={t('dashboard.programme.room')} required>
            <Select
              value={moveTarget.room_id}
              onChange={(event) => patch({ room_id: event.target.value })}
              options={catalogue.rooms
                .filter(({ id, is_in_use }) => is_in_use || id === session.room_id)
                .map(({ id, name }) => [id, name])}
            />
          </Field>
          <Field label={t('dashboard.programme.teacher')} className="form-wide">
            <TeacherSelect
              catalogue={catalogue}
              value={moveTarget.teacher_id ?? ''}
              nobody={t('dashboard.programme.teacher_of_the_class')}
              onChange={(id) => patch({ teacher_id: id || null })}
            />
          </Field>
        </div>
        <OnlineChoice
          label={t('dashboard.programme.this_date_is_online')}
          isOnline={moveTarget.is_online}
          onChange={(isOnline) => patch({ is_online: isOnline })}
        />
        {session.series_id && (
          <ScopeChoice legend={t('dashboard.programme.apply_to')} scope={scope} onChange={setScope} />
        )}
        <div className="decision-preview" role="status" ref={consequences}>
          {!hasChanges && (
            <p className="dash-quiet">
              {scope === 'this'
                ? t('dashboard.programme.no_changes_yet')
                : t('dashboard.programme.no_changes_yet_in_series')}
            </p>
          )}
          {hasChanges && !preview && !formError && (
            <p className="dash-quiet">{t('dashboard.programme.checking')}</p>
          )}
          {preview && (
            <>
              <ChangeList dates={preview.dates} zone={zone} holidays={catalogue.holidays} />
              <h3 className="notified-head">{t('dashboard.programme.who_will_be_notified')}</h3>
              {allNotified(preview.recipients, preview.teachers, emailStatus).map((sentence) => (
                <p className="notified-line" key={sentence}>
                  {sentence}
                </p>
              ))}
            </>
          )}
          {formError && <p className="field-error">{formError}</p>}
        </div>
        {clashes > 0 && (
          <Field
            label={t('dashboard.programme.reason_for_the_overlap')}
            hint={
              preview?.teachers.some(({ is_reached }) => is_reached)
                ? t('dashboard.programme.required_saved_with_your_name_and')
                : t('dashboard.programme.required_saved_with_your_name')
            }
            required
          >
            <Input
              value={reason}
              minLength={3}
              maxLength={300}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
        )}
        <div className="form-bar">
          <Button
            variant={clashes > 0 ? 'destructive' : 'primary'}
            type="submit"
            busy={isBusy}
            disabled={!preview || (clashes > 0 && reason.trim().length < 3)}
          >
            {clashes > 0 ? t('dashboard.programme.save_despite_clash') : t('dashboard.common.save_changes')}
          </Button>
          <Button variant="tertiary" onClick={onClose}>
            {t('dashboard.programme.back')}
          </Button>
          {onCancelDate && (
            <>
              <Link to={`/dashboard/sessions/${session.id}`}>{t('dashboard.programme.open_session')}</Link>
              {session.status === 'planned' && (
                <LinkButton onClick={onCancelDate}>{t('dashboard.programme.cancel_session')}</LinkButton>
              )}
            </>
          )}
        </div>
      </form>
    </Sheet>
  );
}
