// Cancels sessions: shows who is notified and what is refunded, and asks for a reason.

import { type FormEvent, useEffect, useState } from 'react';
import { rich, t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { Button } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { toast, toastSuccess } from '#app/ui/toast/toast-store.ts';
import type { CancelPreview } from '#contracts/programme.ts';
import { reportFailure } from '../../forms/report-failure.ts';
import { useUnsavedGuard } from '../../forms/use-unsaved-guard.ts';
import { useEmailStatus } from '../../layout/use-email-status.ts';
import {
  cancelSessions,
  previewCancel,
  removeSessions,
  restoreSession,
  type Scope,
} from '../programme-api.ts';
import { Sheet } from '../sheet.tsx';
import type { BoardSession } from './board-session.ts';
import { allNotified, formatTeachers, isAnyoneNotified } from './format-recipients.ts';
import { ScopeChoice } from './scope-choice.tsx';

interface CancelSheetProps {
  session: BoardSession;
  currency: string;
  onDone(result: 'cancelled' | 'removed'): void;
  onClose(): void;
}

export function CancelSheet({ session, currency, onDone, onClose }: CancelSheetProps) {
  const [scope, setScope] = useState<Scope>('this');
  const [preview, setPreview] = useState<CancelPreview | null>(null);
  const [reason, setReason] = useState('');
  const [formError, setFormError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const emailStatus = useEmailStatus();
  const allowLeaving = useUnsavedGuard(reason.trim() !== '');
  useEffect(() => {
    let isCancelled = false;
    setPreview(null);
    previewCancel(session.id, scope).then(
      (answer) => !isCancelled && setPreview(answer),
      (why) => !isCancelled && setFormError(describeReason(why)),
    );
    return () => {
      isCancelled = true;
    };
  }, [session.id, scope]);

  const isNotified = preview !== null && isAnyoneNotified(preview.recipients, preview.teachers);
  const isUntouched = preview !== null && preview.recipients.orders === 0 && preview.waiting === 0;
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setFormError('');
    try {
      await work();
    } catch (why) {
      setFormError(describeReason(why));
    } finally {
      setBusy(false);
    }
  };
  const cancel = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const { dates } = await cancelSessions(session.id, scope, reason.trim());
      toast({
        variant: 'success',
        title: t('dashboard.programme.sessions_cancelled', { dates }),
        description: isNotified
          ? allNotified(preview.recipients, preview.teachers, emailStatus).join(' ')
          : undefined,
        ...(isUntouched &&
          !isNotified &&
          scope === 'this' && {
            durationMs: 8000,
            action: {
              label: t('dashboard.common.undo'),
              onClick: () => void restoreSession(session.id).then(() => onDone('cancelled'), reportFailure),
            },
          }),
      });
      allowLeaving();
      onDone('cancelled');
    });
  };
  const remove = () =>
    run(async () => {
      const { removed, remaining } = await removeSessions(session.id, scope, reason.trim());
      const sentences = isNotified ? formatTeachers(preview.teachers, emailStatus) : [];
      if (remaining > 0) sentences.push(t('dashboard.programme.sessions_not_deleted', { count: remaining }));
      toastSuccess(t('dashboard.programme.sessions_deleted', { removed }), sentences.join(' ') || undefined);
      allowLeaving();
      onDone('removed');
    });

  return (
    <Sheet title={t('dashboard.programme.cancel_title', { title: session.offering.title })} onClose={onClose}>
      <form className="decision-form" onSubmit={cancel}>
        {session.series_id && (
          <ScopeChoice
            legend={t('dashboard.programme.cancel_which_sessions')}
            scope={scope}
            onChange={setScope}
          />
        )}
        <div className="decision-preview" role="status">
          {preview ? (
            <CancelText preview={preview} currency={currency} />
          ) : (
            <p className="dash-quiet">{t('dashboard.common.loading')}</p>
          )}
          {formError && <p className="field-error">{formError}</p>}
        </div>
        <Field
          label={t('dashboard.common.reason')}
          optional
          hint={t('dashboard.programme.included_in_the_email')}
        >
          <Textarea
            rows={2}
            value={reason}
            maxLength={500}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        <div className="form-bar">
          <Button variant="destructive" type="submit" busy={isBusy} disabled={!preview}>
            {preview && preview.dates.length > 1
              ? t('dashboard.programme.cancel_session_count', { count: preview.dates.length })
              : t('dashboard.programme.cancel_session')}
          </Button>
          {isUntouched && (
            <Button variant="tertiary" busy={isBusy} onClick={() => void remove()}>
              {t('dashboard.programme.delete_instead')}
            </Button>
          )}
          <Button variant="tertiary" onClick={onClose}>
            {t('dashboard.programme.back')}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

function CancelText({ preview, currency }: { preview: CancelPreview; currency: string }) {
  const emailStatus = useEmailStatus();
  const { dates, recipients, teachers, waiting, refund_cents, credit_cents } = preview;
  return (
    <ul className="cancel-summary">
      <li>
        {rich('dashboard.programme.sessions_no_longer_bookable', {
          count: dates.length,
          b: (text) => <b>{text}</b>,
        })}
      </li>
      {allNotified(recipients, teachers, emailStatus).map((sentences) => (
        <li key={sentences}>{sentences}</li>
      ))}
      {refund_cents > 0 && (
        <li>
          {rich('dashboard.programme.price_is_refunded_to_the_original', {
            price: price(refund_cents, currency),
            b: (text) => <b>{text}</b>,
          })}
        </li>
      )}
      {credit_cents > 0 && (
        <li>
          {rich('dashboard.programme.price_becomes_credit_because_the', {
            price: price(credit_cents, currency),
            b: (text) => <b>{text}</b>,
          })}
        </li>
      )}
      {waiting > 0 && <li>{t('dashboard.programme.the_waiting_list_closes_entries', { waiting })}</li>}
    </ul>
  );
}
