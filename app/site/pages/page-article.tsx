// A page with the studio's own text: title, summary, text.

import type { PictureCredit } from '#app/features/media/with-picture.ts';
import { PageHead } from '#app/features/page-head/page-head.tsx';
import { langOf, type Marks } from '#app/language/in-language.ts';
import { Blocks } from '#app/site/blocks/blocks.tsx';
import type { ShownBlock } from '#app/site/blocks/shown-block.ts';
import type { PictureAttributes } from '#contracts/media.ts';

export interface ShownPage extends Marks {
  title: string;
  summary: string;
  picture: PictureAttributes | null;
  pictureCredit: PictureCredit | null;
}

export function PageArticle({ page, text, zone }: { page: ShownPage; text: ShownBlock[]; zone: string }) {
  return (
    <article>
      <PageHead title={page.title} titleLang={langOf(page, 'title')}>
        {page.summary && (
          <p className="lead" {...langOf(page, 'summary')}>
            {page.summary}
          </p>
        )}
      </PageHead>
      <div className="wrap">
        <div className="grid-12 page-body">
          {page.picture && (
            <figure className="page-picture blocks">
              <img data-slot="picture" {...page.picture} alt={page.picture.alt} />
              <figcaption>
                <span {...langOf(page.pictureCredit, 'credit')}>{page.pictureCredit?.credit}</span>
              </figcaption>
            </figure>
          )}
          <div className="page-main">
            <Blocks blocks={text} zone={zone} lang={langOf(page, 'body')} />
          </div>
        </div>
      </div>
    </article>
  );
}
