// A journal entry as it is read: on its own page, and in the preview of its draft.

import { Facts } from '#app/features/facts/facts.tsx';
import type { PictureCredit } from '#app/features/media/with-picture.ts';
import { DisciplineMark } from '#app/features/programme/discipline-mark.tsx';
import { contentText } from '#app/language/content-text.ts';
import { longDay } from '#app/language/format-day.ts';
import { localDay } from '#app/language/format-time.ts';
import { langOf, type Marks } from '#app/language/in-language.ts';
import { localPath } from '#app/language/language-path.ts';
import { t } from '#app/language/messages.ts';
import { Blocks } from '#app/site/blocks/blocks.tsx';
import type { ShownBlock } from '#app/site/blocks/shown-block.ts';
import { ArticleHead, ArticlePicture } from '#app/site/layout/article-head.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Discipline } from '#contracts/discipline.ts';
import type { PictureAttributes } from '#contracts/media.ts';

interface ShownEntry extends Marks {
  slug: string;
  title: string;
  summary: string;
  discipline: Discipline;
  published_at: string;
  author: ({ slug: string; name: string; line: string } & Marks) | null;
  picture: PictureAttributes | null;
  pictureCredit: PictureCredit | null;
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
      <ArticleHead
        title={entry.title}
        lead={entry.summary}
        of={entry}
        section={{ to: '/journal', label: t('site.journal.journal') }}
      >
        <time dateTime={entry.published_at}>{day}</time>
        <DisciplineMark discipline={entry.discipline} />
      </ArticleHead>
      <div className="wrap">
        <div className="grid-12 page-body">
          <ArticlePicture of={entry} height={3} />
          <div className="page-main">
            <Blocks blocks={text} zone={zone} lang={langOf(entry, 'body')} />
          </div>
          <aside className="page-side" aria-label={t('site.journal.about_this_entry')}>
            <Facts
              facts={[
                [
                  t('site.journal.written_by'),
                  entry.author && <Link to={`/people/${entry.author.slug}`}>{entry.author.name}</Link>,
                ],
                [t('site.journal.about_term'), contentText(entry.author, 'line')],
                [t('site.journal.published_term'), day],
                [t('site.common.picture'), contentText(entry.pictureCredit, 'credit')],
                [
                  t('site.journal.follow_term'),
                  <a key="feed" href={localPath('/journal.rss')}>
                    {t('site.journal.the_journal_as_a_feed')}
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
