// The journal as RSS 2.0 with full texts.

import { isPublished } from '#app/backend/is-published.ts';
import { paragraphsOf } from '#app/features/prose/paragraphs.ts';
import { localized } from '#app/language/in-language.ts';
import { currentLanguage, currentLanguages, t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { escapeXml } from '#contracts/escape-xml.ts';
import type { Route } from './+types/journal-rss.ts';

const NEWEST = 30;

interface FeedEntry {
  slug: string;
  title: string;
  summary: string;
  body: string;
  published_at: string;
  author: { name: string } | null;
}

export async function loader({ context }: Route.LoaderArgs) {
  const { backend, settings } = context.get(siteContext);
  const [studio, entries] = await Promise.all([
    backend.from('studio').select('name').single(),
    backend
      .from('posts')
      .select('slug,title,summary,body,published_at,translations,author:people(name,translations)')
      .order('published_at', { ascending: false })
      .limit(NEWEST),
  ]);
  if (!studio.data) throw studio.error;
  if (entries.error) throw entries.error;
  const siteUrl = settings.siteUrl + currentLanguages().base;
  const { name } = studio.data;
  const published = localized(entries.data.filter(isPublished));
  const newest = published[0];
  const items = published.map((entry) => item(entry, siteUrl)).join('');
  const feed = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>${escapeXml(t('site.journal.feed_name', { studio: name }))}</title>
<link>${escapeXml(`${siteUrl}/journal`)}</link>
<description>${escapeXml(t('site.journal.feed_description', { studio: name }))}</description>
<language>${escapeXml(currentLanguage().code)}</language>
<atom:link href="${escapeXml(`${siteUrl}/journal.rss`)}" rel="self" type="application/rss+xml"/>
${newest ? `<lastBuildDate>${new Date(newest.published_at).toUTCString()}</lastBuildDate>\n` : ''}${items}</channel>
</rss>
`;
  return new Response(feed, { headers: { 'content-type': 'application/rss+xml; charset=utf-8' } });
}

function item(entry: FeedEntry, siteUrl: string): string {
  const url = escapeXml(`${siteUrl}/journal/${entry.slug}`);
  // Twice escaped: once as HTML inside the text, once as text inside the XML.
  const html = paragraphsOf(entry.body)
    .map((paragraph) => `<p>${escapeXml(paragraph)}</p>`)
    .join('');
  return `<item>
<title>${escapeXml(entry.title)}</title>
<link>${url}</link>
<guid isPermaLink="true">${url}</guid>
<pubDate>${new Date(entry.published_at).toUTCString()}</pubDate>
${entry.author ? `<dc:creator>${escapeXml(entry.author.name)}</dc:creator>\n` : ''}<description>${escapeXml(entry.summary)}</description>
<content:encoded>${escapeXml(html)}</content:encoded>
</item>
`;
}
