import { formatList } from '#app/language/list.ts';
import { currentLanguages, t } from '#app/language/messages.ts';
import type { Translations } from '#contracts/translations.ts';

/** "Not translated: Português", for lists. Nothing where every language has texts. */
export function UntranslatedNote({ translations }: { translations: Translations | null | undefined }) {
  const [, ...others] = currentLanguages().languages;
  const missing = others.filter(({ code }) => Object.keys(translations?.[code] ?? {}).length === 0);
  if (missing.length === 0) return null;
  return (
    <small className="dash-quiet languages-missing">
      {t('dashboard.translations.not_translated_into', {
        languages: formatList(missing.map(({ name }) => name)),
      })}
    </small>
  );
}
