// The questions asked with every booking of this offering.
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { moveItem, RowButtons } from '../../forms/row-buttons.tsx';
import { Panel } from '../../layout/page.tsx';
import type { Question } from './offering.ts';

const MAX_QUESTIONS = 20;

/** Questions have a stable key, so that a new one keeps its input while others are reordered. */
export type FormQuestion = Question & { key: string };

let lastKey = 0;
export function withKey(question: Question): FormQuestion {
  lastKey += 1;
  return { ...question, key: question.id ?? `new-${lastKey}` };
}

interface QuestionFieldsProps {
  questions: FormQuestion[];
  formError: string | undefined;
  onChange(questions: FormQuestion[]): void;
}

export function QuestionFields({ questions, formError, onChange }: QuestionFieldsProps) {
  const patch = (key: string, change: Partial<Question>) =>
    onChange(questions.map((one) => (one.key === key ? { ...one, ...change } : one)));
  const add = () =>
    onChange([...questions, withKey({ label: '', hint: '', kind: 'text', choices: [], is_required: false })]);
  return (
    <Panel title={t('dashboard.programme.booking_questions')} className="offering-part">
      {questions.length === 0 && (
        <p className="dash-quiet">{t('dashboard.programme.no_questions_yet_ask_about_allergies')}</p>
      )}
      {formError && <p className="field-error">{formError}</p>}
      <ol className="questions">
        {questions.map((question, index) => (
          <li key={question.key}>
            <div className="form-grid">
              <Field
                label={t('dashboard.programme.question_number', { number: index + 1 })}
                required
                className="form-wide"
              >
                <Input
                  value={question.label}
                  maxLength={200}
                  onChange={(event) => patch(question.key, { label: event.target.value })}
                />
              </Field>
              <Field label={t('dashboard.programme.kind_of_answer')}>
                <Select
                  value={question.kind}
                  onChange={(event) => patch(question.key, { kind: event.target.value as Question['kind'] })}
                >
                  <option value="text">{t('dashboard.programme.answer_text')}</option>
                  <option value="yes_no">{t('dashboard.programme.answer_yes_or_no')}</option>
                  <option value="choice">{t('dashboard.programme.answer_choice')}</option>
                </Select>
              </Field>
              <Field label={t('dashboard.programme.hint_for_question')} optional>
                <Input
                  value={question.hint}
                  maxLength={300}
                  onChange={(event) => patch(question.key, { hint: event.target.value })}
                />
              </Field>
              {question.kind === 'choice' && (
                <Field
                  label={t('dashboard.programme.answer_choices')}
                  hint={t('dashboard.programme.one_per_line')}
                  className="form-wide"
                >
                  <Textarea
                    rows={3}
                    value={question.choices.join('\n')}
                    onChange={(event) => patch(question.key, { choices: event.target.value.split('\n') })}
                  />
                </Field>
              )}
              <Checkbox
                label={t('dashboard.programme.answer_required')}
                checked={question.is_required}
                onChange={(event) => patch(question.key, { is_required: event.target.checked })}
              />
              <RowButtons
                name={t('dashboard.programme.question_name', { number: index + 1 })}
                index={index}
                count={questions.length}
                atTheEnds="disabled"
                onMove={(by) => onChange(moveItem(questions, index, by))}
                onRemove={() => onChange(questions.filter(({ key }) => key !== question.key))}
              />
            </div>
          </li>
        ))}
      </ol>
      <div className="panel-foot">
        <Button variant="tertiary" size="sm" disabled={questions.length >= MAX_QUESTIONS} onClick={add}>
          {t('dashboard.programme.add_question')}
        </Button>
      </div>
    </Panel>
  );
}
