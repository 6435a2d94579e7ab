// A preview of a draft, for people with its link. Never cached, not indexed.

import { useLoaderData } from 'react-router';
import { dataOf } from '#app/backend/data-of.ts';
import { withPicture } from '#app/features/media/with-picture.ts';
import { localized } from '#app/language/in-language.ts';
import { t } from '#app/language/messages.ts';
import type { RootData } from '#app/root.tsx';
import { documentTitle } from '#app/shell/document/document-title.ts';
import { showBlocks } from '#app/site/blocks/show-blocks.ts';
import { EntryArticle } from '#app/site/journal/entry-article.tsx';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { PAGE_PICTURE } from '#app/site/pages/load-page.ts';
import { movedOrMissing } from '#app/site/pages/moved-or-missing.ts';
import { PageArticle } from '#app/site/pages/page-article.tsx';
import { hangWork } from '#app/site/works/hang-works.ts';
import { WorkArticle } from '#app/site/works/work-article.tsx';
import { siteContext } from '#app/site-context.ts';
import type { Discipline } from '#contracts/discipline.ts';
import type { Route } from './+types/preview-page.ts';

const SIZES = '(min-width: 62rem) 58vw, 100vw';

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { backend, settings, now } = context.get(siteContext);
  const data = await dataOf(backend.rpc('preview_content', { token: params.token }));
  const draft = data;
  if (!draft) throw await movedOrMissing(request, context);
  const { storageUrl } = settings;
  const { fields, person, media } = localized(draft);
  const text = await showBlocks({ blocks: fields.blocks, body: '' }, { backend, storageUrl, media });
  const picture = media.find(({ id }) => id === fields.media_id) ?? null;
  const textOf = (name: string) => String(fields[name] ?? '');
  const discipline = (fields.discipline ?? 'word') as Discipline;
  const item = { slug: fields.slug, title: textOf('title') || textOf('name'), discipline };
  switch (draft.relation) {
    case 'posts': {
      const since = draft.publish_at ?? draft.published_at ?? now.toISOString();
      const entry = { ...item, summary: textOf('summary'), published_at: since, author: person, picture };
      return {
        kind: 'entry' as const,
        text,
        entry: withPicture(entry, { storageUrl, sizes: SIZES, ratio: [7, 3] }),
      };
    }
    case 'works': {
      const work = {
        ...item,
        year: Number(fields.year),
        medium: textOf('medium'),
        credits: textOf('credits'),
        ratio_width: Number(fields.ratio_width) || 4,
        ratio_height: Number(fields.ratio_height) || 3,
        picture_description: textOf('picture_description'),
        sound_path: textOf('sound_path') || null,
        sound_duration_ms: Number(fields.sound_duration_ms) || null,
        person,
        picture,
      };
      return { kind: 'work' as const, text, work: hangWork(work, storageUrl) };
    }
    default: {
      const page = { title: item.title, summary: textOf('summary') || textOf('line'), picture };
      return { kind: 'page' as const, text, page: withPicture(page, { storageUrl, ...PAGE_PICTURE }) };
    }
  }
}

export function headers() {
  return { 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' };
}

export function meta({ matches }: Route.MetaArgs) {
  const root = matches[0]?.loaderData as RootData | undefined;
  return [
    { title: documentTitle(root?.studio.name ?? 'onda', t('site.preview.page_title')) },
    { name: 'robots', content: 'noindex' },
  ];
}

export default function PreviewPage() {
  const { studio } = useRootData();
  const shown = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <p className="wrap preview-note" role="note">
        {t('site.preview.draft_only_people_with_this_link')}
      </p>
      {shown.kind === 'entry' && <EntryArticle entry={shown.entry} text={shown.text} zone={studio.zone} />}
      {shown.kind === 'work' && <WorkArticle work={shown.work} text={shown.text} zone={studio.zone} />}
      {shown.kind === 'page' && <PageArticle page={shown.page} text={shown.text} zone={studio.zone} />}
    </main>
  );
}
