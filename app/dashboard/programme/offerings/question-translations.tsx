// The booking questions in one of the other languages.
import { currentLanguages, type Language, t } from '#app/language/messages.ts';
import { Field } from '#app/ui/field.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { QUESTION_TEXTS, withText } from '../../languages/text-fields.ts';
import { TranslationFields } from '../../languages/translation-fields.tsx';
import { Panel } from '../../layout/page.tsx';
import type { FormQuestion } from './question-fields.tsx';

interface QuestionTranslationsProps {
  questions: FormQuestion[];
  language: Language;
  onChange(questions: FormQuestion[]): void;
}

export function QuestionTranslations({ questions, language, onChange }: QuestionTranslationsProps) {
  const [first] = currentLanguages().languages;
  if (!first || questions.length === 0) return null;
  const change = (key: string, translations: FormQuestion['translations']) =>
    onChange(
      questions.map((one) => (one.key === key ? { ...one, ...(translations && { translations }) } : one)),
    );
  return (
    <Panel title={t('dashboard.programme.booking_questions')} className="offering-part">
      <ol className="questions">
        {questions.map((question) => {
          const translations = question.translations ?? {};
          const labels = translations[language.code]?.choices;
          return (
            <li key={question.key}>
              <TranslationFields
                row={question}
                fields={QUESTION_TEXTS}
                translations={translations}
                language={language}
                onChange={(changed) => change(question.key, changed)}
              />
              {question.kind === 'choice' && (
                <Field
                  label={t('dashboard.translations.answers_to_choose_from')}
                  hint={<span lang={first.code}>{question.choices.join(', ')}</span>}
                >
                  <Textarea
                    lang={language.code}
                    dir={language.direction}
                    rows={Math.max(3, question.choices.length)}
                    value={Array.isArray(labels) ? labels.join('\n') : ''}
                    onChange={({ currentTarget }) =>
                      change(
                        question.key,
                        withText(
                          translations,
                          language.code,
                          'choices',
                          currentTarget.value === '' ? [] : currentTarget.value.split('\n'),
                        ),
                      )
                    }
                  />
                </Field>
              )}
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
