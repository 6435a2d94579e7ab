// The days of a plan before they are made: which become dates, which are passed over and why, what stands in the way.
import { useState } from 'react';
import { weekdayOf } from '#app/language/calendar-day.ts';
import { longDay, weekdayName } from '#app/language/format-day.ts';
import { clockTime } from '#app/language/format-time.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { RadioGroup, RadioOption } from '#app/ui/radio-group.tsx';
import type { DatePlan, PlannedDate } from '../programme-api.ts';
import { formatClash, formatPlan } from './plan.ts';

interface PlanPreviewProps {
  dates: PlannedDate[];
  leaveOut: string[];
  zone: string;
  isBusy: boolean;
  onToggleDay(day: string): void;
  onMake(more: Pick<DatePlan, 'clashes' | 'clash_reason'>): void;
}

export function PlanPreview({ dates, leaveOut, zone, isBusy, onToggleDay, onMake }: PlanPreviewProps) {
  const [answer, setAnswer] = useState<'skip' | 'allow'>('skip');
  const [reason, setReason] = useState('');
  const clashing = dates.filter(({ state }) => state === 'clash').length;
  const free = dates.filter(({ state }) => state === 'new').length;
  const made = answer === 'allow' ? free + clashing : free;
  return (
    <section className="plan-preview" aria-label="What would be made">
      <p className="plan-sum" role="status">
        {dates.length === 0 ? 'No such day lies in this span.' : `${formatPlan(dates)}.`}
      </p>
      <ol>
        {dates.map(({ local_date, starts_at, ends_at, state, closed, clashes }) => (
          <li key={local_date} data-state={state}>
            {state === 'closed' || state === 'past' ? (
              <span className="plan-day">{formatDay(local_date)}</span>
            ) : (
              <Checkbox
                label={formatDay(local_date)}
                checked={!leaveOut.includes(local_date)}
                onChange={() => onToggleDay(local_date)}
              />
            )}
            <span className="plan-hours">
              {state === 'closed'
                ? closed
                : state === 'past'
                  ? 'has passed'
                  : `${clockTime(new Date(starts_at), zone)}–${clockTime(new Date(ends_at), zone)}`}
            </span>
            {clashes.map((clash) => (
              <span key={clash.session_id} className="clash-words">
                {formatClash(clash)}
              </span>
            ))}
          </li>
        ))}
      </ol>
      {clashing > 0 && (
        <RadioGroup
          legend="What clashes"
          name="clashes"
          value={answer}
          onValueChange={(value) => setAnswer(value as 'skip' | 'allow')}
        >
          <RadioOption value="skip" label="Leave those days out" />
          <RadioOption value="allow" label="Plan them all the same" hint="The reason is written down." />
        </RadioGroup>
      )}
      {clashing > 0 && answer === 'allow' && (
        <Field label="Why they may overlap" required>
          <Input value={reason} maxLength={300} onChange={(event) => setReason(event.target.value)} />
        </Field>
      )}
      <Button
        variant="primary"
        busy={isBusy}
        disabled={made === 0 || (clashing > 0 && answer === 'allow' && reason.trim().length < 3)}
        onClick={() =>
          onMake(
            clashing === 0 ? {} : { clashes: answer, ...(answer === 'allow' && { clash_reason: reason }) },
          )
        }
      >
        {made === 1 ? 'Make this date' : `Make ${made} dates`}
      </Button>
    </section>
  );
}

/** "Tue 24 November 2026" */
function formatDay(day: string): string {
  return `${weekdayName(weekdayOf(day)).slice(0, 3)} ${longDay(day)}`;
}
