// A work on its own page, and in the preview of its draft. Uncropped. A work that can be heard fills the width: its picture is
// the position bar, and times in its text lead to that moment.

import type { CSSProperties, MouseEvent } from 'react';
import { Facts } from '#app/features/facts/facts.tsx';
import type { PictureCredit } from '#app/features/media/with-picture.ts';
import { DisciplineMark } from '#app/features/programme/discipline-mark.tsx';
import { contentText } from '#app/language/content-text.ts';
import { langOf } from '#app/language/in-language.ts';
import { t } from '#app/language/messages.ts';
import { excerptPlayer } from '#app/shell/radio-player/excerpt-store.ts';
import { Blocks } from '#app/site/blocks/blocks.tsx';
import type { ShownBlock } from '#app/site/blocks/shown-block.ts';
import { ArticleHead } from '#app/site/layout/article-head.tsx';
import { Link } from '#app/ui/link.tsx';
import { excerptOf, SoundPicture } from './sound-picture.tsx';
import type { WallWork } from './wall-work.ts';
import { WorkCover } from './work-cover.tsx';

export interface ShownWork extends WallWork {
  pictureCredit: PictureCredit | null;
  person: { slug: string; name: string } | null;
}

export function WorkArticle({ work, text, zone }: { work: ShownWork; text: ShownBlock[]; zone: string }) {
  const { sound } = work;
  return (
    <>
      {sound && (
        <div className="sound-stage">
          <SoundPicture work={work} sound={sound} loading="eager" />
        </div>
      )}
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
          {!sound && (
            <div
              className="page-picture work-picture"
              style={{ '--ratio': work.ratio_width / work.ratio_height } as CSSProperties}
            >
              <WorkCover work={work} loading="eager" />
            </div>
          )}
          <aside className="page-side" aria-label={t('site.works.about_the_work')}>
            <Facts
              facts={[
                [t('site.works.by'), contentText(work, 'credits')],
                [t('site.works.year'), String(work.year)],
                [
                  t('site.common.picture'),
                  work.pictureCredit?.credit === work.credits
                    ? null
                    : contentText(work.pictureCredit, 'credit'),
                ],
                [
                  t('site.works.more_by'),
                  work.person && <Link to={`/people/${work.person.slug}`}>{work.person.name}</Link>,
                ],
              ]}
            />
          </aside>
          <div className="page-main" onClickCapture={sound ? (event) => seekTo(event, work) : undefined}>
            <Blocks blocks={text} zone={zone} lang={langOf(work, 'body')} />
          </div>
        </div>
      </div>
    </>
  );
}

/** A link to #t-13 in the text plays from the thirteenth second. */
function seekTo(event: MouseEvent, work: WallWork): void {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#t-"]') : null;
  const seconds = Number(link?.getAttribute('href')?.slice('#t-'.length));
  if (!link || !work.sound || !Number.isFinite(seconds)) return;
  event.preventDefault();
  event.stopPropagation();
  excerptPlayer.seek(excerptOf(work, work.sound), seconds * 1000, { plays: true });
}
