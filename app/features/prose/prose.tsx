// Written text as paragraphs. The studio writes plain text; an empty line begins a new paragraph.
import type { LangAttributes } from '#app/language/in-language.ts';
import { paragraphsOf } from './paragraphs.ts';

interface ProseProps {
  text: string;
  lang?: LangAttributes | undefined;
}

export function Prose({ text, lang }: ProseProps) {
  return (
    <div className="prose" {...lang}>
      {paragraphsOf(text).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}
