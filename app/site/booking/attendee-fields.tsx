// One attendee: the buyer, a family member or someone else by name, and the class's questions.
// The fields for "someone else" are shown by CSS, so that they work without scripts.

import { agesLine } from '#app/features/programme/audience.ts';
import { contentText } from '#app/language/content-text.ts';
import { langOf } from '#app/language/in-language.ts';
import { t } from '#app/language/messages.ts';
import { Field, FieldSet } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { RadioGroup, RadioOption } from '#app/ui/radio-group.tsx';
import { Select } from '#app/ui/select.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import type { FamilyMember } from './book-page.server.ts';
import type { Question } from './load-session.ts';
import { PlacesText } from './places-text.tsx';

interface AttendeeFieldsProps {
  index: number;
  /** How many places can be chosen. */
  counts: readonly number[];
  family: FamilyMember[];
  ages: { from: number; to: number | null };
  questions: Question[];
  values: Record<string, string>;
  problemOf: (field: string) => string | undefined;
}

export function AttendeeFields({
  index,
  counts,
  family,
  ages,
  questions,
  values,
  problemOf,
}: AttendeeFieldsProps) {
  const isForChildren = ages.to !== null && ages.to < 18;
  const isLimited = ages.from > 0 || ages.to !== null;
  const others = family.filter(({ isMe }) => !isMe);
  const first = isForChildren
    ? (others[index]?.id ?? 'other')
    : index === 0
      ? 'me'
      : (others[index - 1]?.id ?? 'other');
  return (
    <FieldSet
      className="attendee"
      legend={
        index === 0 ? (
          <PlacesText
            counts={counts}
            text={(count) =>
              count === 1
                ? t('site.booking.who_is_coming')
                : t('site.booking.place_number', { number: index + 1 })
            }
          />
        ) : (
          t('site.booking.place_number', { number: index + 1 })
        )
      }
      error={index === 0 ? problemOf('attendees') : undefined}
    >
      <Field
        label={t('site.booking.person')}
        hint={
          isLimited
            ? t('site.booking.ages_and_exceptions', { ages: agesLine(ages.from, ages.to) })
            : undefined
        }
        error={problemOf(`attendees.${index}.participant_id`)}
      >
        <Select name={`who-${index}`} defaultValue={values[`who-${index}`] ?? first}>
          <option value="me">{t('site.booking.me')}</option>
          {others.map((member) => (
            <option key={member.id} value={member.id}>
              {member.name}
            </option>
          ))}
          <option value="other">
            {isForChildren ? t('site.booking.a_child') : t('site.booking.someone_else')}
          </option>
        </Select>
      </Field>
      <div className="booking-pair attendee-other">
        <Field label={t('site.booking.name_of_this_person')} error={problemOf(`attendees.${index}.name`)}>
          <Input
            name={`name-${index}`}
            maxLength={120}
            autoComplete="off"
            defaultValue={values[`name-${index}`]}
          />
        </Field>
        <Field
          label={t('site.booking.date_of_birth')}
          optional={!isForChildren}
          error={problemOf(`attendees.${index}.born_on`)}
        >
          <Input name={`born-${index}`} type="date" min="1900-01-02" defaultValue={values[`born-${index}`]} />
        </Field>
      </div>
      {questions.map((question) => (
        <QuestionField
          key={question.id}
          question={question}
          name={`question-${index}-${question.id}`}
          value={values[`question-${index}-${question.id}`]}
          error={problemOf(`attendees.${index}.answers.${question.id}`)}
        />
      ))}
    </FieldSet>
  );
}

interface QuestionFieldProps {
  question: Question;
  name: string;
  value: string | undefined;
  error: string | undefined;
}

function QuestionField({ question, name, value, error }: QuestionFieldProps) {
  if (question.kind === 'text')
    return (
      <Field
        label={contentText(question, 'label')}
        hint={contentText(question, 'hint')}
        optional={!question.is_required}
        error={error}
      >
        <Textarea name={name} rows={2} maxLength={1000} defaultValue={value} />
      </Field>
    );
  const choices =
    question.kind === 'choice'
      ? question.choices.map((choice, index) => [choice, question.choice_labels?.[index] ?? choice] as const)
      : ([
          ['yes', t('site.booking.yes')],
          ['no', t('site.booking.no')],
        ] as const);
  return (
    <RadioGroup
      legend={contentText(question, 'label')}
      hint={contentText(question, 'hint')}
      name={name}
      defaultValue={value}
      error={error}
    >
      {choices.map(([choice, label]) => (
        <RadioOption
          key={choice}
          value={choice}
          label={<span {...langOf(question, 'choices')}>{label}</span>}
        />
      ))}
    </RadioGroup>
  );
}
