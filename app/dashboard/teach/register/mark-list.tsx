// The people of a session, each with four marks to tap.

import { answerLines } from '#app/features/booking/answers.ts';
import { clockTime } from '#app/language/format-time.ts';
import { rich, t } from '#app/language/messages.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { useStudio } from '../../use-studio.ts';
import { MARKS, type Mark, markLabel, type ShownPerson } from './register.ts';

interface MarkListProps {
  people: ShownPerson[];
  onMark(booking: string, mark: Mark): void;
}

export function MarkList({ people, onMark }: MarkListProps) {
  if (people.length === 0) {
    return (
      <EmptyState level={2} title={t('dashboard.common.no_bookings_yet')}>
        {t('dashboard.teach.people_appear_here_when_they_book')}
      </EmptyState>
    );
  }
  return (
    <ul className="register" aria-label={t('dashboard.common.people')}>
      {people.map((person) => (
        <li
          key={person.booking_id}
          data-mark={person.mark ?? 'none'}
          data-rival={person.rival ? '' : undefined}
        >
          <MarkRow person={person} onMark={onMark} />
        </li>
      ))}
    </ul>
  );
}

function MarkRow({ person, onMark }: { person: ShownPerson; onMark: MarkListProps['onMark'] }) {
  const { booking_id, name, age, is_coming, is_outside_age, note, answers, call, rival } = person;
  const facts = [
    age !== null && t('dashboard.teach.age_in_years', { age }),
    is_outside_age && t('dashboard.teach.outside_the_age_range'),
    !is_coming && t('dashboard.teach.booking_cancelled'),
  ].filter(Boolean);
  return (
    <fieldset>
      <legend>
        <b>{name}</b>
        {person.isWaiting && <span className="register-unsent">{t('dashboard.teach.not_sent_yet')}</span>}
      </legend>
      {(facts.length > 0 || note || call) && (
        <p className="dash-quiet">
          {facts.join(', ')}
          {facts.length > 0 && (note || call) && '. '}
          {note}
          {call && (
            <>
              {' '}
              {rich('dashboard.teach.call_number', {
                number: call,
                link: (text) => <a href={`tel:${call.replace(/[^\d+]/g, '')}`}>{text}</a>,
              })}
            </>
          )}
        </p>
      )}
      {answerLines(answers).map(({ question, answer }) => (
        <p key={question}>
          <span className="dash-quiet">{question}</span> {answer}
        </p>
      ))}
      {rival && !person.isWaiting && <Rival person={person} rival={rival} />}
      <div className="register-marks">
        {MARKS.map((mark) => (
          <label key={mark} data-mark={mark}>
            <input
              type="radio"
              name={`mark-${booking_id}`}
              value={mark}
              checked={person.mark === mark}
              onChange={() => onMark(booking_id, mark)}
              // Tapping the current mark again resolves a conflict.
              onClick={() => rival && person.mark === mark && onMark(booking_id, mark)}
            />
            <span>{markLabel(mark)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Rival({ person, rival }: { person: ShownPerson; rival: NonNullable<ShownPerson['rival']> }) {
  const { zone } = useStudio().studio;
  const formatMark = (given: Mark | null, by: string | null, at: string | null) => {
    const [mark, name] = [given ?? '', by ?? t('dashboard.teach.someone')];
    return at
      ? t('dashboard.teach.mark_by_at', { mark, name, time: clockTime(new Date(at), zone) })
      : t('dashboard.teach.mark_by', { mark, name });
  };
  return (
    <p className="register-conflict">
      {t('dashboard.teach.two_marks_tap_the_right_one', {
        first: formatMark(person.mark, person.marked_by, person.marked_at),
        second: formatMark(rival.mark, rival.by, rival.at),
      })}
    </p>
  );
}
