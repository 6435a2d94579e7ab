// What depends on the number of places, for every number that can be chosen; the style sheet shows the chosen one, so
// that the page is right without scripts, too.
import { Fragment, type ReactNode } from 'react';

interface PlacesTextProps {
  counts: readonly number[];
  text: (places: number) => ReactNode;
}

export function PlacesText({ counts, text }: PlacesTextProps) {
  const [only] = counts;
  if (counts.length === 1 && only !== undefined) return <Fragment>{text(only)}</Fragment>;
  return (
    <>
      {counts.map((places) => (
        <span key={places} data-places={places}>
          {text(places)}
        </span>
      ))}
    </>
  );
}
