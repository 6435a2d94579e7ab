// The studio's name as a drawing. One definition per page, which every use refers to.
import type { WordOutline } from './word-outline.ts';

export function WordmarkDefinition({ word }: { word: WordOutline }) {
  return (
    <svg width="0" height="0" style={{ position: 'absolute' }} aria-hidden="true" focusable="false">
      <defs>
        <path id="wordmark-path" d={word.d} />
      </defs>
    </svg>
  );
}

/** The depth of the box below the baseline; descenders overflow it, so that every name has letters of the same size. */
const LINE_ROOM = 20;

export function Wordmark({ word, className }: { word: WordOutline; className?: string }) {
  if (word.logo) return <img className={className} src={word.logo} alt="" />;
  return (
    <svg
      className={className}
      viewBox={`0 0 ${word.width} ${word.ascent + LINE_ROOM}`}
      overflow="visible"
      preserveAspectRatio="xMinYMid"
      fill="currentColor"
      aria-hidden="true"
      focusable="false"
    >
      <use href="#wordmark-path" />
    </svg>
  );
}
