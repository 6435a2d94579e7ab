// One person of a booking made by staff, with the questions of the class: an answer that nobody knows yet is left empty.

import { RowAction } from '#app/dashboard/forms/row-action.tsx';
import { t } from '#app/language/messages.ts';
import { DateInput } from '#app/ui/date-time-input.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';

export interface DeskQuestion {
  id: string;
  kind: string;
  label: string;
  choices: string[];
  position: number;
}

export interface Attendee {
  key: number;
  name: string;
  participantId?: string | undefined;
  bornOn: string;
  /** By the id of the question. */
  answers: Record<string, string>;
}

export const newAttendee = (key: number): Attendee => ({ key, name: '', bornOn: '', answers: {} });

interface AttendeeFieldsProps {
  attendee: Attendee;
  number: number;
  count: number;
  asksBirthday: boolean;
  questions: DeskQuestion[];
  error: string | undefined;
  onChange(changes: Partial<Attendee>): void;
  onRemove(): void;
}

export function AttendeeFields(props: AttendeeFieldsProps) {
  const { attendee, number, count, asksBirthday, questions, error, onChange, onRemove } = props;
  const { name, participantId, bornOn, answers } = attendee;
  return (
    <>
      <div className="rename">
        <Field
          label={t('dashboard.orders.attendee_name', { count, number })}
          error={error}
          hint={participantId && t('dashboard.orders.from_their_household_the_booking_also')}
          required
        >
          <Input
            value={name}
            maxLength={120}
            autoComplete="off"
            // Another name is another person.
            onChange={(event) => onChange({ name: event.currentTarget.value, participantId: undefined })}
          />
        </Field>
        {count > 1 && (
          <RowAction
            label={t('dashboard.common.remove')}
            name={
              name
                ? t('dashboard.common.remove_name', { name })
                : t('dashboard.orders.remove_attendee', { number })
            }
            onClick={onRemove}
          />
        )}
      </div>
      {asksBirthday && !participantId && (
        <Field label={t('dashboard.orders.date_of_birth')} optional>
          <DateInput
            min="1900-01-02"
            value={bornOn}
            onChange={(event) => onChange({ bornOn: event.target.value })}
          />
        </Field>
      )}
      {[...questions]
        .sort((a, b) => a.position - b.position)
        .map((question) => (
          <Field key={question.id} label={question.label} optional>
            <Answer
              question={question}
              value={answers[question.id] ?? ''}
              onChange={(answer) => onChange({ answers: { ...answers, [question.id]: answer } })}
            />
          </Field>
        ))}
    </>
  );
}

interface AnswerProps {
  question: DeskQuestion;
  value: string;
  onChange(answer: string): void;
}

function Answer({ question: { kind, choices }, value, onChange }: AnswerProps) {
  if (kind === 'text')
    return (
      <Input
        value={value}
        maxLength={1000}
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  const options =
    kind === 'choice'
      ? choices.map((choice) => [choice, choice] as const)
      : ([
          ['yes', t('shared.booking.answer_yes')],
          ['no', t('shared.booking.answer_no')],
        ] as const);
  return (
    <Select value={value} onChange={(event) => onChange(event.currentTarget.value)} options={options}>
      <option value="">{t('dashboard.orders.no_answer_yet')}</option>
    </Select>
  );
}
