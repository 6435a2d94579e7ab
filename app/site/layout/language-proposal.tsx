// One line that proposes the page in the visitor's language, written in that language. Nobody is redirected: pages are
// the same for everyone.
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { pathInLanguage } from '#app/language/language-path.ts';
import { currentLanguage, currentLanguages, type OfferedLanguage } from '#app/language/messages.ts';
import { resumeAfterLoad } from '#app/shell/radio-player/resume.ts';
import { hasChosen, preferredLanguage, rememberChoice } from './language-choice.ts';

export function LanguageProposal() {
  const { pathname, search } = useLocation();
  const [proposed, setProposed] = useState<OfferedLanguage>();
  useEffect(() => {
    if (hasChosen()) return;
    setProposed(preferredLanguage(navigator.languages, currentLanguages().languages, currentLanguage().code));
  }, []);
  if (!proposed) return null;
  const { code, direction, proposal, close } = proposed;
  return (
    <aside className="language-proposal" lang={code} dir={direction}>
      <a
        href={pathInLanguage(pathname + search, code)}
        hrefLang={code}
        onClick={() => {
          rememberChoice();
          resumeAfterLoad();
        }}
      >
        {proposal}
      </a>
      <button
        type="button"
        aria-label={close}
        onClick={() => {
          rememberChoice();
          setProposed(undefined);
        }}
      >
        ×
      </button>
    </aside>
  );
}
