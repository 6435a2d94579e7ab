// The sessions of a plan before they are saved: which are added, which are skipped and why, and which clash.

import { useState } from 'react';
import { shortWeekdayAndLongDay } from '#app/language/format-day.ts';
import { clockTime } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { RadioGroup, RadioOption } from '#app/ui/radio-group.tsx';
import type { PlannedDate } from '#contracts/programme.ts';
import type { DatePlan } from '../programme-api.ts';
import { formatClash, formatPlan } from './plan.ts';

interface PlanPreviewProps {
  dates: PlannedDate[];
  leaveOut: string[];
  zone: string;
  /** Names of public holidays, by day. */
  holidays: Record<string, string>;
  isBusy: boolean;
  onLeaveOut(days: string[]): void;
  onMake(more: Pick<DatePlan, 'clashes' | 'clash_reason'>): void;
}

export function PlanPreview(props: PlanPreviewProps) {
  const { dates, leaveOut, zone, holidays, isBusy, onLeaveOut, onMake } = props;
  const [answer, setAnswer] = useState<'skip' | 'allow'>('skip');
  const [reason, setReason] = useState('');
  const clashing = dates.filter(({ state }) => state === 'clash').length;
  const free = dates.filter(({ state }) => state === 'new').length;
  const made = answer === 'allow' ? free + clashing : free;
  const onHolidays = dates.flatMap(({ local_date, state }) =>
    holidays[local_date] && (state === 'new' || state === 'clash') ? [local_date] : [],
  );
  return (
    <section className="plan-preview" aria-label={t('dashboard.programme.preview_of_sessions')}>
      <p className="plan-sum" role="status">
        {dates.length === 0
          ? t('dashboard.programme.no_days_match_choose_other_days')
          : t('dashboard.programme.plan_summary', { parts: formatPlan(dates) })}
      </p>
      {onHolidays.length > 0 && (
        <p className="plan-holidays" role="status">
          {t('dashboard.programme.days_are_public_holidays', { count: onHolidays.length })}{' '}
          <LinkButton onClick={() => onLeaveOut([...leaveOut, ...onHolidays])}>
            {t('dashboard.programme.leave_them_out', { count: onHolidays.length })}
          </LinkButton>
        </p>
      )}
      <ol>
        {dates.map(({ local_date, starts_at, ends_at, state, closed, clashes }) => (
          <li key={local_date} data-state={state}>
            {state === 'closed' || state === 'past' ? (
              <span className="plan-day">{shortWeekdayAndLongDay(local_date)}</span>
            ) : (
              <Checkbox
                label={shortWeekdayAndLongDay(local_date)}
                checked={!leaveOut.includes(local_date)}
                onChange={(event) =>
                  onLeaveOut(
                    event.target.checked
                      ? leaveOut.filter((day) => day !== local_date)
                      : [...leaveOut, local_date],
                  )
                }
              />
            )}
            <span className="plan-hours">
              {state === 'closed'
                ? closed
                : state === 'past'
                  ? t('dashboard.programme.in_the_past')
                  : `${clockTime(new Date(starts_at), zone)}–${clockTime(new Date(ends_at), zone)}`}
            </span>
            {holidays[local_date] && state !== 'past' && (
              <span className="holiday-text">
                {t('dashboard.programme.public_holiday', { name: holidays[local_date] })}
              </span>
            )}
            {clashes.map((clash) => (
              <span key={clash.session_id} className="clash-text">
                {formatClash(clash)}
              </span>
            ))}
          </li>
        ))}
      </ol>
      {clashing > 0 && (
        <RadioGroup
          legend={t('dashboard.programme.clashing_sessions')}
          name="clashes"
          value={answer}
          onValueChange={(value) => setAnswer(value as 'skip' | 'allow')}
        >
          <RadioOption value="skip" label={t('dashboard.programme.skip_those_days')} />
          <RadioOption
            value="allow"
            label={t('dashboard.programme.add_them_anyway')}
            hint={t('dashboard.programme.your_reason_is_saved_in_the')}
          />
        </RadioGroup>
      )}
      {clashing > 0 && answer === 'allow' && (
        <Field label={t('dashboard.programme.reason_for_the_overlap')} required>
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
        {t('dashboard.programme.add_session_count', { count: made })}
      </Button>
    </section>
  );
}
