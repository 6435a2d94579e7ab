// Written text as paragraphs. The studio writes plain text; an empty line begins a new paragraph.
import { paragraphsOf } from './paragraphs.ts';

export function Prose({ text }: { text: string }) {
  return (
    <div className="prose">
      {paragraphsOf(text).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}
