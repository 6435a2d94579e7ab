import { Cover } from '#app/features/covers/cover.tsx';
import type { PictureOptions } from '#app/features/media/picture-attributes.ts';
import { Prose } from '#app/features/prose/prose.tsx';
import { firstSlug, langOf, type Marks } from '#app/language/in-language.ts';
import { Link } from '#app/ui/link.tsx';
import type { Discipline } from '#contracts/discipline.ts';
import type { PictureAttributes } from '#contracts/media.ts';

/** How a person's picture is loaded for PersonBrief. */
export const BRIEF_PICTURE: Pick<PictureOptions, 'sizes' | 'ratio'> = { sizes: '8rem', ratio: [1, 1] };

interface PersonBriefProps {
  person: Marks & {
    slug: string;
    name: string;
    bio: string;
    discipline: Discipline | null;
    picture: PictureAttributes | null;
  };
  /** Of what they teach or host, if they have none of their own. */
  discipline: Discipline;
}

export function PersonBrief({ person, discipline }: PersonBriefProps) {
  return (
    <div className="person-brief">
      <Cover
        slug={firstSlug(person)}
        discipline={person.discipline ?? discipline}
        ratio={[1, 1]}
        picture={person.picture}
      />
      <div>
        <h3>
          <Link to={`/people/${person.slug}`}>{person.name}</Link>
        </h3>
        <Prose text={person.bio} lang={langOf(person, 'bio')} />
      </div>
    </div>
  );
}
