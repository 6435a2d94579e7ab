// Recorded shows of the radio as a podcast: /podcast is all of them, /podcast/<slug> one show, in the language of ?lang=.
// RSS 2.0 with the tags that podcast apps need. Row policies limit it to published episodes.
import type { Json } from '../../../contracts/database.types.ts';
import { escapeXml } from '../../../contracts/escape-xml.ts';
import {
  type FeedLanguage,
  languageOf,
  openStudio,
  serveFeed,
  siteUrl,
  translated,
} from '../_shared/feed.ts';

interface Host {
  name: string;
  translations: Json;
}

interface Episode {
  id: string;
  title: string;
  summary: string;
  bytes: number;
  duration_ms: number;
  published_at: string;
  translations: Json;
  show: { slug: string; title: string; translations: Json; host: Host | null } | null;
}

interface Station {
  site: string;
  name: string;
  language: FeedLanguage;
}

const NEWEST = 200;
const HOST = 'host:people(name,translations)';

Deno.serve(
  serveFeed(async (slug, wanted) => {
    const studio = openStudio();
    const [about, found] = await Promise.all([
      studio.from('studio').select('name,description,languages,email,translations').single(),
      slug === null
        ? null
        : studio
            .from('shows')
            .select(`id,slug,title,summary,translations,${HOST}`)
            .eq('slug', slug)
            .maybeSingle(),
    ]);
    if (about.error) throw about.error;
    if (found?.error) throw found.error;
    if (found && !found.data) return null;
    const read = studio
      .from('radio_episodes')
      .select(
        `id,title,summary,bytes,duration_ms,published_at,translations,show:shows(slug,title,translations,${HOST})`,
      )
      .not('published_at', 'is', null)
      .order('published_at', { ascending: false })
      .limit(NEWEST);
    const episodes = await (found?.data ? read.eq('show_id', found.data.id) : read);
    if (episodes.error) throw episodes.error;
    const language = languageOf(about.data.languages, wanted);
    const { name, description, email } = translated(about.data, language);
    const show = found?.data && translated(found.data, language);
    const station = { site: siteUrl(), name, language };
    const title = show ? `${show.title} · ${name}` : `${name} radio`;
    const own = `${station.site}/functions/v1/podcast${slug === null ? '' : `/${slug}`}`;
    const newest = episodes.data[0];
    return {
      type: 'application/rss+xml; charset=utf-8',
      text: `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
<channel>
<title>${escapeXml(title)}</title>
<link>${escapeXml(pageOf(show, station))}</link>
<description>${escapeXml(show?.summary ?? description)}</description>
<language>${escapeXml(language.code)}</language>
<atom:link href="${escapeXml(language.base ? `${own}?lang=${language.code}` : own)}" rel="self" type="application/rss+xml"/>
<itunes:author>${escapeXml(hostOf(show, station))}</itunes:author>
${email ? `<itunes:owner><itunes:name>${escapeXml(name)}</itunes:name><itunes:email>${escapeXml(email)}</itunes:email></itunes:owner>\n` : ''}<itunes:image href="${escapeXml(`${station.site}/icon-512.png`)}"/>
<itunes:category text="Arts"/>
<itunes:explicit>false</itunes:explicit>
${newest ? `<lastBuildDate>${new Date(newest.published_at).toUTCString()}</lastBuildDate>\n` : ''}${episodes.data.map((episode) => item(episode, station)).join('')}</channel>
</rss>
`,
    };
  }),
);

function item(episode: Episode, station: Station): string {
  const { title, summary } = translated(episode, station.language);
  const show = episode.show && translated(episode.show, station.language);
  return `<item>
<title>${escapeXml(title)}</title>
<link>${escapeXml(pageOf(show, station))}</link>
<guid isPermaLink="false">${episode.id}</guid>
<pubDate>${new Date(episode.published_at).toUTCString()}</pubDate>
<description>${escapeXml(summary || show?.title || station.name)}</description>
<enclosure url="${escapeXml(`${station.site}/radio/episodes/${episode.id}.mp3`)}" length="${episode.bytes}" type="audio/mpeg"/>
<itunes:duration>${Math.round(episode.duration_ms / 1000)}</itunes:duration>
<itunes:author>${escapeXml(hostOf(show, station))}</itunes:author>
</item>
`;
}

/** The page of a show, or of the radio. */
function pageOf(show: { slug: string } | null | undefined, { site, language }: Station): string {
  return `${site}${language.base}/radio${show ? `/shows/${show.slug}` : ''}`;
}

function hostOf(show: { host: Host | null } | null | undefined, { name, language }: Station): string {
  return show?.host ? translated(show.host, language).name : name;
}
