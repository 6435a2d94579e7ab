// The texts of a row in one of the other languages, each with the text of the first language beside it.
import { currentLanguages, type Language, t } from '#app/language/messages.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import type { Translations } from '#contracts/translations.ts';
import { type TextField, textOf, withText } from './text-fields.ts';

interface TranslationFieldsProps {
  row: object;
  fields: readonly TextField[];
  translations: Translations;
  language: Language;
  onChange(translations: Translations): void;
}

export function TranslationFields({ row, fields, translations, language, onChange }: TranslationFieldsProps) {
  const [first] = currentLanguages().languages;
  if (!first) return null;
  return (
    <div className="translations">
      {fields.map(({ name, label, rows, maxLength, isOptional }) => {
        const own = textOf(row, name);
        const text = textOf(translations[language.code] ?? {}, name);
        const control = {
          lang: language.code,
          dir: language.direction,
          value: text,
          maxLength,
          autoComplete: 'off',
          onChange: (event: { currentTarget: { value: string } }) =>
            onChange(withText(translations, language.code, name, event.currentTarget.value)),
        };
        return (
          <Field
            key={name}
            className="translation"
            label={label()}
            aside={
              text.trim() === '' && own.trim() !== '' && !isOptional
                ? t('dashboard.translations.not_translated')
                : undefined
            }
            hint={
              <>
                <b lang={first.code}>{first.name}</b>
                <span lang={first.code} dir={first.direction}>
                  {own || t('dashboard.translations.no_text')}
                </span>
              </>
            }
          >
            {rows ? <Textarea rows={rows} {...control} /> : <Input {...control} />}
          </Field>
        );
      })}
    </div>
  );
}
