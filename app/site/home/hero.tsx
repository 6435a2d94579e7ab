// The opening of the home page. The height is the stylesheet's, whatever is shown: nothing moves when a picture arrives.
import type { PictureCredit } from '#app/features/media/with-picture.ts';
import type { WordOutline } from '#app/features/wordmark/word-outline.ts';
import { contentText } from '#app/language/content-text.ts';
import type { PictureAttributes } from '#contracts/media.ts';
import { HeroField } from './hero-field.tsx';

interface HeroProps {
  kind: 'wordmark' | 'picture' | 'both';
  picture: PictureAttributes | null;
  pictureCredit: PictureCredit | null;
  word: WordOutline;
  isMoving: boolean;
}

export function Hero({ kind, picture, pictureCredit, word, isMoving }: HeroProps) {
  if (kind === 'wordmark' || !picture) {
    return (
      <div className="tide hero">
        <HeroField word={word} isMoving={isMoving} />
      </div>
    );
  }
  const { aspectRatio: _, ...style } = picture.style;
  return (
    <figure className="hero hero-figure">
      <div className={kind === 'both' ? 'hero-picture hero-both' : 'hero-picture'}>
        {/* The first thing to see: before everything else that is loaded. */}
        <img {...picture} alt={picture.alt} style={style} fetchPriority="high" decoding="async" />
        {kind === 'both' && <HeroField word={word} isMoving={isMoving} />}
      </div>
      {pictureCredit && <figcaption className="wrap">{contentText(pictureCredit, 'credit')}</figcaption>}
    </figure>
  );
}
