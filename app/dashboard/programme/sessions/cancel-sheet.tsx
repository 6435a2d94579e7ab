// Cancels sessions: shows who is notified and what is refunded, and asks for a reason.

import { type FormEvent, useEffect, useState } from 'react';
import { price } from '#app/language/price.ts';
import { Button } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
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
        title: dates === 1 ? 'Session cancelled' : `${dates} sessions cancelled`,
        description: isNotified
          ? allNotified(preview.recipients, preview.teachers, emailStatus).join(' ')
          : undefined,
        ...(isUntouched &&
          !isNotified &&
          scope === 'this' && {
            durationMs: 8000,
            action: {
              label: 'Undo',
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
      if (remaining > 0) sentences.push(`${remaining} not deleted because they have bookings.`);
      toast({
        variant: 'success',
        title: removed === 1 ? 'Session deleted' : `${removed} sessions deleted`,
        description: sentences.join(' ') || undefined,
      });
      allowLeaving();
      onDone('removed');
    });

  return (
    <Sheet title={`Cancel ${session.offering.title}`} onClose={onClose}>
      <form className="decision-form" onSubmit={cancel}>
        {session.series_id && <ScopeChoice legend="Cancel" scope={scope} onChange={setScope} />}
        <div className="decision-preview" role="status">
          {preview ? (
            <CancelText preview={preview} currency={currency} />
          ) : (
            <p className="dash-quiet">Loading…</p>
          )}
          {formError && <p className="field-error">{formError}</p>}
        </div>
        <Field label="Reason" aside="optional" hint="Included in the email.">
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
              ? `Cancel ${preview.dates.length} sessions`
              : 'Cancel session'}
          </Button>
          {isUntouched && (
            <Button variant="tertiary" busy={isBusy} onClick={() => void remove()}>
              Delete instead
            </Button>
          )}
          <Button variant="tertiary" onClick={onClose}>
            Back
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
        <b>{dates.length === 1 ? '1 session' : `${dates.length} sessions`}</b> can no longer be booked and{' '}
        {dates.length === 1 ? 'is' : 'are'} shown as cancelled on the site.
      </li>
      {allNotified(recipients, teachers, emailStatus).map((sentences) => (
        <li key={sentences}>{sentences}</li>
      ))}
      {refund_cents > 0 && (
        <li>
          <b>{price(refund_cents, currency)}</b> is refunded to the original payment method.
        </li>
      )}
      {credit_cents > 0 && (
        <li>
          <b>{price(credit_cents, currency)}</b> becomes credit, because the course continues without this
          session.
        </li>
      )}
      {waiting > 0 && <li>The waiting list closes: {waiting === 1 ? '1 entry' : `${waiting} entries`}.</li>}
    </ul>
  );
}
