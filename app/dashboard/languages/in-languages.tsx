// A form in the studio's languages: one tab for each, the first language first. The form itself is the first tab; it stays
// in place while another language is edited, so that nothing typed is lost. With one language there are no tabs.

import { type ReactNode, useState } from 'react';
import { currentLanguages, type Language, t } from '#app/language/messages.ts';
import { FieldError } from '#app/ui/field.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#app/ui/tabs.tsx';
import type { Translations } from '#contracts/translations.ts';
import { missingTexts, type TextField } from './text-fields.ts';
import { TranslationFields } from './translation-fields.tsx';

interface InLanguagesProps {
  /** The texts in the first language. */
  row: object;
  fields: readonly TextField[];
  translations: Translations;
  onChange(translations: Translations): void;
  /** Why the translations were not saved. */
  error?: string | undefined;
  /** More to translate, below the texts. */
  more?(language: Language): ReactNode;
  /** More texts that are missing in a language. */
  countMore?(language: string): number;
  /** The form in the first language. */
  children: ReactNode;
}

export function InLanguages({ error, more, countMore, children, ...texts }: InLanguagesProps) {
  const [first, ...others] = currentLanguages().languages;
  const [chosen, setChosen] = useState(first?.code ?? '');
  if (!first || others.length === 0) return children;
  const missing = (code: string) =>
    missingTexts(texts.row, texts.translations, code, texts.fields).length + (countMore?.(code) ?? 0);
  return (
    <Tabs className="languages" value={chosen} onValueChange={setChosen}>
      <TabsList aria-label={t('dashboard.translations.languages')}>
        <TabsTrigger value={first.code} lang={first.code}>
          {first.name}
        </TabsTrigger>
        {others.map(({ code, name }) => (
          <TabsTrigger key={code} value={code}>
            <span lang={code}>{name}</span>
            {missing(code) > 0 && (
              <small className="languages-missing">
                {t('dashboard.translations.texts_missing', { count: missing(code) })}
              </small>
            )}
          </TabsTrigger>
        ))}
      </TabsList>
      {error && <FieldError role="alert">{error}</FieldError>}
      <TabsContent value={first.code} forceMount hidden={chosen !== first.code}>
        {children}
      </TabsContent>
      {others.map((language) => (
        <TabsContent key={language.code} value={language.code}>
          <TranslationFields {...texts} language={language} />
          {more?.(language)}
        </TabsContent>
      ))}
    </Tabs>
  );
}
