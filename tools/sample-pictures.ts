// The pictures of the sample studio: which drawing, in which size. Made once by `npm run samples`; the files are committed.
import { drawImage } from './draw-samples/image/draw-image.ts';
import { drawImposition } from './draw-samples/making/imposition.ts';
import { drawMapFold } from './draw-samples/making/map-fold.ts';
import { drawRosepath } from './draw-samples/making/rosepath.ts';
import { drawMovement } from './draw-samples/movement/draw-movement.ts';
import { drawPortrait } from './draw-samples/portrait/draw-portrait.ts';
import { PEOPLE, type PersonSlug } from './draw-samples/portrait/people.ts';
import { drawSound } from './draw-samples/sound/draw-sound.ts';
import { makePiece } from './draw-samples/sound/pieces.ts';
import type { Drawing } from './draw-samples/svg.ts';
import { drawBroadside } from './draw-samples/word/broadside.ts';
import { drawFootnotes } from './draw-samples/word/footnotes.ts';
import { drawLetter } from './draw-samples/word/letter.ts';
import type { SetText } from './draw-samples/word/set-text.ts';

type Draw = (set: SetText) => Drawing;

const works: Record<string, Draw> = {
  'harbour-at-minus-six': () =>
    drawSound(makePiece('harbour-at-minus-six'), {
      width: 1440,
      height: 600,
      columns: 320,
      ink: 'blueLight',
      ground: 'black',
    }),
  'a-kettle-in-bergen': () =>
    drawSound(makePiece('a-kettle-in-bergen'), {
      width: 1440,
      height: 480,
      columns: 320,
      ink: 'black',
      ground: 'white',
    }),
  'forty-people-who-hum': () =>
    drawSound(makePiece('forty-people-who-hum'), {
      width: 1200,
      height: 600,
      columns: 270,
      ink: 'black',
      ground: 'blueLight',
    }),
  'low-water': (set) => drawBroadside(1080, 1440, set),
  'letter-to-the-0712': (set) => drawLetter(1080, 1350, set),
  'footnotes-to-a-missing-book': (set) => drawFootnotes(1440, 960, set),
  'lemons-on-a-tuesday': () => drawImage('lemons-on-a-tuesday', 800, 1000),
  'chair-at-four': () => drawImage('chair-at-four', 800, 1000),
  'nobody-leads': () => drawMovement('nobody-leads', 1600, 1000),
  'fall-and-recover': () => drawMovement('fall-and-recover', 1250, 1000),
  'rosepath-for-a-boat-cover': () => drawRosepath('rosepath-for-a-boat-cover', 1080, 1350),
  'sixteen-pages-one-sheet': (set) => drawImposition('sixteen-pages-one-sheet', 1400, 1000, set),
  'a-map-that-shuts-by-itself': () => drawMapFold(1080, 1080),
};

const PORTRAIT = { width: 924, height: 1155 };

/** By the name of their file. */
export const samplePictures: Record<string, Draw> = {
  ...works,
  ...Object.fromEntries(
    (Object.keys(PEOPLE) as PersonSlug[]).map((slug): [string, Draw] => [
      slug,
      () => drawPortrait(slug, PORTRAIT.width, PORTRAIT.height),
    ]),
  ),
};
