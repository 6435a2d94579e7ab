// Shows as squares with their names and hours.

import { Cover } from '#app/features/covers/cover.tsx';
import { firstSlug, langOf, type Marks } from '#app/language/in-language.ts';
import { Link } from '#app/ui/link.tsx';
import type { Discipline } from '#contracts/discipline.ts';

export interface ShowOnCover extends Marks {
  slug: string;
  title: string;
  discipline: Discipline;
  when: string;
}

export function ShowCovers({ shows }: { shows: ShowOnCover[] }) {
  return (
    <ul className="show-covers">
      {shows.map((show) => (
        <li key={show.slug}>
          <Cover slug={firstSlug(show)} discipline={show.discipline} ratio={[1, 1]} />
          <h3>
            <Link to={`/radio/shows/${show.slug}`} {...langOf(show, 'title')}>
              {show.title}
            </Link>
          </h3>
          <p>{show.when}</p>
        </li>
      ))}
    </ul>
  );
}
