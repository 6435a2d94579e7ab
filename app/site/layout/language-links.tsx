// The same page in the studio's other languages. Plain links: texts belong to the document, which is loaded anew.
import { useLocation } from 'react-router';
import { pathInLanguage } from '#app/language/language-path.ts';
import { currentLanguage, currentLanguages, t } from '#app/language/messages.ts';
import { resumeAfterLoad } from '#app/shell/radio-player/resume.ts';
import { rememberChoice } from './language-choice.ts';

export function LanguageLinks({ className }: { className?: string }) {
  const { pathname, search } = useLocation();
  const { languages } = currentLanguages();
  const { code: current } = currentLanguage();
  if (languages.length < 2) return null;
  const leave = () => {
    rememberChoice();
    resumeAfterLoad();
  };
  return (
    <ul className={className} data-slot="languages" aria-label={t('shared.languages.language')}>
      {languages.map(({ code, name }) => (
        <li key={code}>
          <a
            href={pathInLanguage(pathname + search, code)}
            lang={code}
            hrefLang={code}
            aria-current={code === current ? 'true' : undefined}
            onClick={leave}
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
