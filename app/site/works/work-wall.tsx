// Works on a wall, each in its own proportions, never cropped. The wider picture of a row gets the wider place.

import type { ComponentType, CSSProperties } from 'react';
import type { CoverProps } from '#app/features/covers/cover.tsx';
import { DisciplineMark } from '#app/features/programme/discipline-mark.tsx';
import { contentText } from '#app/language/content-text.ts';
import { fullStop } from '#app/language/full-stop.ts';
import { TitleLink } from '#app/ui/title-link.tsx';
import { wallSpans } from './wall-spans.ts';
import type { WallWork } from './wall-work.ts';
import { WorkCover } from './work-cover.tsx';

interface WorkWallProps {
  works: WallWork[];
  /** Titles of this year are wide, older ones narrower. */
  thisYear: number;
  /** The level of the titles in the page's outline. */
  level?: 2 | 3;
  /** Number of pictures in the first view of a phone, which are loaded eagerly. */
  eager?: number;
  /** `WorkFigure` lets sounds be heard on the wall. */
  figure?: ComponentType<{ work: WallWork; loading?: CoverProps['loading'] }>;
}

export function WorkWall({
  works,
  thisYear,
  level = 2,
  eager = 2,
  figure: Figure = WorkCover,
}: WorkWallProps) {
  const Heading = `h${level}` as const;
  const spans = wallSpans(works.map((work) => work.ratio_width / work.ratio_height));
  return (
    <div className="grid-12 featured-works work-wall">
      {works.map((work, index) => (
        <figure
          key={work.slug}
          data-span={spans[index]}
          style={
            {
              '--near': `${widthOfYear(thisYear - work.year)}%`,
              '--ratio': work.ratio_width / work.ratio_height,
            } as CSSProperties
          }
        >
          <Figure work={work} loading={index < eager ? 'eager' : 'lazy'} />
          <figcaption>
            <Heading>
              <TitleLink to={`/works/${work.slug}`} of={work} />
            </Heading>
            <DisciplineMark discipline={work.discipline} />
            <p dir="auto">
              {work.year}. {contentText(work, 'medium', fullStop)} {contentText(work, 'credits', fullStop)}
            </p>
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

function widthOfYear(yearsAgo: number): number {
  return Math.max(72, 124 - 22 * Math.max(0, yearsAgo));
}
