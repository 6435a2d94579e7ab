// Fonts that arrive after the first paint are not used on that page (font-display: optional), so that no text moves
// while someone reads it. The next page, which is laid out anyway, gets them.
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import displayFont from '#app/fonts/georama-latin.woff2?url';
import textFont from '#app/fonts/radio-canada-latin.woff2?url';

/** As in app/styles/fonts.css. */
const FONTS = [
  { family: 'Georama Onda', url: displayFont, weight: '100 900', stretch: '62.5% 150%' },
  { family: 'Radio Canada Onda', url: textFont, weight: '400 700', stretch: '75% 100%' },
];

export function useLateFonts(): void {
  const { pathname } = useLocation();
  const loaded = useRef<FontFace[]>([]);
  const shownAt = useRef(pathname);

  useEffect(() => {
    const faces = FONTS.filter(({ family }) => !isShown(family)).map(
      ({ family, url, ...descriptors }) => new FontFace(family, `url("${url}")`, descriptors),
    );
    for (const face of faces) {
      face.load().then(
        () => loaded.current.push(face),
        // Without the font, the fallback stays.
        () => undefined,
      );
    }
  }, []);

  useLayoutEffect(() => {
    if (shownAt.current === pathname) return;
    shownAt.current = pathname;
    for (const face of loaded.current.splice(0)) document.fonts.add(face);
  }, [pathname]);
}

function isShown(family: string): boolean {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return true;
  const width = (font: string) => {
    context.font = font;
    return context.measureText('onda').width;
  };
  return width(`40px "${family}", monospace`) !== width('40px monospace');
}
