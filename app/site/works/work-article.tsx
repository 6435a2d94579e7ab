// A work on its own page, and in the preview of its draft. Uncropped.

import type { CSSProperties } from 'react';
import { Facts } from '#app/features/facts/facts.tsx';
import { DisciplineMark } from '#app/features/programme/discipline-mark.tsx';
import { langOf } from '#app/language/in-language.ts';
import { t } from '#app/language/messages.ts';
import { Blocks } from '#app/site/blocks/blocks.tsx';
import type { ShownBlock } from '#app/site/blocks/shown-block.ts';
import { ArticleHead } from '#app/site/layout/article-head.tsx';
import { Link } from '#app/ui/link.tsx';
import type { WallWork } from './wall-work.ts';
import { WorkCover } from './work-cover.tsx';

export interface ShownWork extends WallWork {
  pictureCredit: string | null;
  person: { slug: string; name: string } | null;
}

export function WorkArticle({ work, text, zone }: { work: ShownWork; text: ShownBlock[]; zone: string }) {
  return (
    <>
      <ArticleHead
        title={work.title}
        lead={work.medium}
        of={work}
        fields={['title', 'medium']}
        section={{ to: '/works', label: t('site.works.works') }}
      >
        <DisciplineMark discipline={work.discipline} />
      </ArticleHead>
      <div className="wrap">
        <div className="grid-12 page-body">
          <div
            className="page-picture work-picture"
            style={{ '--ratio': work.ratio_width / work.ratio_height } as CSSProperties}
          >
            <WorkCover work={work} loading="eager" />
          </div>
          <aside className="page-side" aria-label={t('site.works.about_the_work')}>
            <Facts
              facts={[
                [t('site.works.by'), work.credits],
                [t('site.works.year'), String(work.year)],
                [t('site.common.picture'), work.pictureCredit],
                [
                  t('site.works.more_by'),
                  work.person && <Link to={`/people/${work.person.slug}`}>{work.person.name}</Link>,
                ],
              ]}
            />
          </aside>
          <div className="page-main">
            <Blocks blocks={text} zone={zone} lang={langOf(work, 'body')} />
          </div>
        </div>
      </div>
    </>
  );
}
