import type { ComponentProps } from 'react';
import { useLoaderData } from 'react-router';
import { isPublished } from '#app/backend/is-published.ts';
import { PICTURE_SELECT } from '#app/features/media/picture-attributes.ts';
import { withPicture } from '#app/features/media/with-picture.ts';
import { localized, slugsOf } from '#app/language/in-language.ts';
import { t } from '#app/language/messages.ts';
import { showBlocks } from '#app/site/blocks/show-blocks.ts';
import { articleMeta } from '#app/site/document/site-meta.ts';
import { personData, studioData } from '#app/site/document/structured-data.ts';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { requireOwnSlug, slugFilter } from '#app/site/pages/find-by-slug.ts';
import { movedOrMissing } from '#app/site/pages/moved-or-missing.ts';
import { siteContext } from '#app/site-context.ts';
import { Link } from '#app/ui/link.tsx';
import { TitleLink } from '#app/ui/title-link.tsx';
import type { Route } from './+types/entry-page.ts';
import { EntryArticle } from './entry-article.tsx';
import { feedLink } from './journal-feed-link.ts';

const SIZES = '(min-width: 62rem) 58vw, 100vw';

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { backend, settings } = context.get(siteContext);
  const entry = await backend
    .from('posts')
    .select(
      `slug,title,summary,body,blocks,discipline,published_at,translations,author:people(slug,name,line,translations),${PICTURE_SELECT}`,
    )
    .eq(...(await slugFilter(backend, 'posts', params.slug)))
    .maybeSingle();
  if (entry.error) throw entry.error;
  if (!entry.data || !isPublished(entry.data))
    throw await movedOrMissing(request, context, { relation: 'posts', slug: params.slug });
  const ownSlug = entry.data.slug;
  const { blocks, body, ...read } = localized(entry.data);
  requireOwnSlug(params.slug, read, '/journal/');
  const { published_at } = read;
  const others = () => backend.from('posts').select('slug,title,translations').neq('slug', ownSlug);
  const { storageUrl } = settings;
  const [text, newer, older] = await Promise.all([
    showBlocks({ blocks, body }, { backend, storageUrl }),
    others().gte('published_at', published_at).order('published_at').limit(1).maybeSingle(),
    others()
      .lt('published_at', published_at)
      .order('published_at', { ascending: false })
      .limit(1)
      .maybeSingle(),
  ]);
  for (const { error } of [newer, older]) if (error) throw error;
  const shown = { storageUrl, sizes: SIZES, ratio: [7, 3] } as const;
  return {
    entry: { ...withPicture(read, shown), slugs: slugsOf(entry.data) },
    text,
    newer: localized(newer.data),
    older: localized(older.data),
  };
}

export const meta = articleMeta<typeof loader>('journal', ({ entry }, { studio, settings: { siteUrl } }) => {
  const url = `${siteUrl}/journal/${entry.slug}`;
  return {
    article: entry,
    description: entry.summary,
    structuredData: {
      '@context': 'https://schema.org',
      '@type': 'Article',
      '@id': `${url}#article`,
      mainEntityOfPage: url,
      headline: entry.title,
      description: entry.summary,
      datePublished: entry.published_at,
      image: new URL(entry.picture?.src ?? '/social.png', siteUrl).href,
      publisher: studioData(studio.name, siteUrl),
      ...(entry.author && { author: personData(entry.author, siteUrl) }),
    },
    more: [feedLink(studio.name)],
  };
});

interface OtherEntryProps {
  className: string;
  label: string;
  entry: (ComponentProps<typeof TitleLink>['of'] & { slug: string }) | null;
}

function OtherEntry({ className, label, entry }: OtherEntryProps) {
  return (
    entry && (
      <p className={className}>
        <span>{label}</span>
        <TitleLink to={`/journal/${entry.slug}`} of={entry} />
      </p>
    )
  );
}

export default function EntryPage() {
  const { studio } = useRootData();
  const { entry, text, newer, older } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <EntryArticle entry={entry} text={text} zone={studio.zone} />
      {(newer || older) && (
        <nav className="wrap section" aria-label={t('site.journal.other_entries')}>
          <div className="section-head ruled">
            <h2>{t('site.journal.read_on')}</h2>
            <Link to="/journal">{t('site.journal.all_entries')}</Link>
          </div>
          <div className="grid-12 read-on">
            <OtherEntry className="span-7" label={t('site.journal.before_this')} entry={older} />
            <OtherEntry className="from-8" label={t('site.journal.after_this')} entry={newer} />
          </div>
        </nav>
      )}
    </main>
  );
}
