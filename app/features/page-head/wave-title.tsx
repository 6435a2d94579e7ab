// A page's title. Up to six words are set on a wave, letter by letter where letters do not join; screen readers get the plain text. Never
// animated: changing widths would change the layout.
import type { ComponentProps, CSSProperties } from 'react';
import {
  hasSeparateLetters,
  isShortTitle,
  longestWordEm,
  type WaveLetter,
  waveLetters,
} from './letter-widths.ts';

type WaveTitleProps = Omit<ComponentProps<'h1'>, 'children'> & { text: string };

export function WaveTitle({ text, className = '', ...props }: WaveTitleProps) {
  if (!isShortTitle(text) || !hasSeparateLetters(text))
    return (
      <h1 className={`plain-title ${className}`} dir="auto" {...props}>
        {text}
      </h1>
    );
  const words = waveLetters(text);
  return (
    <h1
      className={`wave-title ${className}`}
      // A name in Latin letters is not turned round on an Arabic page.
      dir="auto"
      style={{ '--longest-word': longestWordEm(words) } as CSSProperties}
      {...props}
    >
      <span className="sr-only">{text}</span>
      <span aria-hidden="true">
        <WaveLine words={words} />
      </span>
    </h1>
  );
}

export function WaveLine({ words }: { words: WaveLetter[][] }) {
  return words.map((word, index) => (
    <WaveWord key={word[0]?.position} letters={word} isFirst={index === 0} />
  ));
}

function WaveWord({ letters, isFirst }: { letters: WaveLetter[]; isFirst: boolean }) {
  return (
    <>
      {!isFirst && ' '}
      <span className="wave-word">
        {letters.map(({ letter, position, width }) => (
          <span key={position} style={{ fontStretch: `${width}%` }}>
            {letter}
          </span>
        ))}
      </span>
    </>
  );
}
