// A journal entry as it is read: on its own page, and in the preview of its draft.
import { Cover } from '#app/features/covers/cover.tsx';
import { Facts } from '#app/features/facts/facts.tsx';
import { PageHead } from '#app/features/page-head/page-head.tsx';
import { DisciplineMark } from '#app/features/programme/discipline-mark.tsx';
import { longDay } from '#app/language/format-day.ts';
import { localDay } from '#app/language/format-time.ts';
import { Blocks } from '#app/site/blocks/blocks.tsx';
import type { ShownBlock } from '#app/site/blocks/shown-block.ts';
import { Link } from '#app/ui/link.tsx';
import type { Discipline } from '#contracts/discipline.ts';
import type { PictureAttributes } from '#contracts/media.ts';

export interface ShownEntry {
  slug: string;
  title: string;
  summary: string;
  discipline: Discipline;
  published_at: string;
  author: { slug: string; name: string; line: string } | null;
  picture: PictureAttributes | null;
  pictureCredit: string | null;
}

interface EntryArticleProps {
  entry: ShownEntry;
  text: ShownBlock[];
  zone: string;
}

export function EntryArticle({ entry, text, zone }: EntryArticleProps) {
  const day = longDay(localDay(new Date(entry.published_at), zone));
  return (
    <article>
      <PageHead
        title={entry.title}
        above={
          <>
            <Link to="/journal">Journal</Link>
            <time dateTime={entry.published_at}>{day}</time>
            <DisciplineMark discipline={entry.discipline} />
          </>
        }
      >
        <p className="lead">{entry.summary}</p>
      </PageHead>
      <div className="wrap">
        <div className="grid-12 page-body">
          <Cover
            className="page-picture"
            slug={entry.slug}
            discipline={entry.discipline}
            ratioWidth={7}
            ratioHeight={3}
            alt=""
            loading="eager"
            picture={entry.picture}
          />
          <div className="page-main">
            <Blocks blocks={text} zone={zone} />
          </div>
          <aside className="page-side" aria-label="About this entry">
            <Facts
              facts={[
                [
                  'Written by',
                  entry.author && <Link to={`/people/${entry.author.slug}`}>{entry.author.name}</Link>,
                ],
                ['About', entry.author?.line],
                ['Published', day],
                ['Picture', entry.pictureCredit],
                [
                  'Follow',
                  <a key="feed" href="/journal.rss">
                    The journal as a feed
                  </a>,
                ],
              ]}
            />
          </aside>
        </div>
      </div>
    </article>
  );
}
