// Recorded shows of the radio as a podcast: /podcast is all of them, /podcast/<slug> one show, in the language of ?lang=.
// RSS 2.0 with the tags that podcast apps need, and those of Podcasting 2.0: chapters, transcripts, persons. Row policies limit it to published episodes.
import type { Json } from '../../../contracts/database.types.ts';
import { escapeXml } from '../../../contracts/escape-xml.ts';
import { transcriptExtension } from '../../../contracts/transcript.ts';
import {
  type FeedLanguage,
  findId,
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
  recorded_at: string;
  translations: Json;
  chapters: Json;
  has_transcript: boolean;
  transcript_type: string;
  cover_file: string | null;
  show: { slug: string; title: string; translations: Json; host: Host | null } | null;
}

interface Station {
  site: string;
  name: string;
  zone: string;
  language: FeedLanguage;
}

const NEWEST = 200;
const HOST = 'host:people(name,translations)';

Deno.serve(
  serveFeed(async (slug, wanted) => {
    const studio = openStudio();
    const id = slug === null ? null : await findId(studio, 'shows', slug);
    if (id === undefined) return null;
    const [about, found] = await Promise.all([
      studio.from('studio').select('name,description,languages,email,zone,translations').single(),
      id === null
        ? null
        : studio
            .from('shows')
            .select(`id,slug,title,summary,translations,${HOST}`)
            .eq('id', id)
            .maybeSingle(),
    ]);
    if (about.error) throw about.error;
    if (found?.error) throw found.error;
    if (found && !found.data) return null;
    const read = studio
      .from('radio_episodes')
      .select(
        `id,title,summary,bytes,duration_ms,published_at,recorded_at,translations,chapters,has_transcript,transcript_type,cover_file,show:shows(slug,title,translations,${HOST})`,
      )
      .not('published_at', 'is', null)
      .order('published_at', { ascending: false })
      .limit(NEWEST);
    const episodes = await (found?.data ? read.eq('show_id', found.data.id) : read);
    if (episodes.error) throw episodes.error;
    const language = languageOf(about.data.languages, wanted);
    const { name, description, email, zone } = translated(about.data, language);
    const show = found?.data && translated(found.data, language);
    const station = { site: siteUrl(), name, zone, language };
    const title = show ? `${show.title} · ${name}` : `${name} radio`;
    const own = `${station.site}/functions/v1/podcast${slug === null ? '' : `/${slug}`}`;
    const newest = episodes.data[0];
    return {
      type: 'application/rss+xml; charset=utf-8',
      text: `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0">
<channel>
<title>${escapeXml(title)}</title>
<link>${escapeXml(pageOf(show, station))}</link>
<description>${escapeXml(show?.summary || description || title)}</description>
<language>${escapeXml(language.code)}</language>
<atom:link href="${escapeXml(language.base ? `${own}?lang=${language.code}` : own)}" rel="self" type="application/rss+xml"/>
<itunes:author>${escapeXml(hostOf(show, station))}</itunes:author>
${email ? `<itunes:owner><itunes:name>${escapeXml(name)}</itunes:name><itunes:email>${escapeXml(email)}</itunes:email></itunes:owner>\n` : ''}<itunes:image href="${escapeXml(`${station.site}/podcast.png`)}"/>
<podcast:guid>${await feedGuid(own)}</podcast:guid>
<podcast:locked${email ? ` owner="${escapeXml(email)}"` : ''}>yes</podcast:locked>
<podcast:medium>podcast</podcast:medium>
${person(show, station)}<itunes:category text="Arts"/>
<itunes:explicit>false</itunes:explicit>
${newest ? `<lastBuildDate>${new Date(newest.published_at).toUTCString()}</lastBuildDate>\n` : ''}${namedApart(
  episodes.data,
  station,
)
  .map((episode) => item(episode, station))
  .join('')}</channel>
</rss>
`,
    };
  }),
);

/** Recordings that nobody named have the name of their show: the date tells them apart, and on one day the time. */
function namedApart(episodes: Episode[], { zone, language }: Station): Episode[] {
  const read = episodes.map((episode) => translated(episode, language));
  // English is British, as on the pages.
  const locale = language.code === 'en' ? 'en-GB' : language.code;
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: zone });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: zone });
  const named = (format: (moment: Date) => string, from: Episode[]) => {
    const count = Map.groupBy(from, ({ title }) => title);
    return from.map((episode) =>
      (count.get(episode.title)?.length ?? 0) > 1
        ? { ...episode, title: `${episode.title}, ${format(new Date(episode.recorded_at))}` }
        : episode,
    );
  };
  return named(
    (moment) => time.format(moment),
    named((moment) => date.format(moment), read),
  );
}

function item(episode: Episode, station: Station): string {
  const { title, summary } = episode;
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
${extras(episode, station)}${person(show, station)}</item>
`;
}

/** What an episode has beside its sound. */
function extras(
  { id, chapters, has_transcript, transcript_type, cover_file }: Episode,
  { site }: Station,
): string {
  const lines: string[] = [];
  if (cover_file) lines.push(`<itunes:image href="${escapeXml(`${site}/radio/covers/${cover_file}`)}"/>`);
  if (Array.isArray(chapters) && chapters.length > 0)
    lines.push(
      `<podcast:chapters url="${escapeXml(`${site}/radio/episodes/${id}.chapters.json`)}" type="application/json+chapters"/>`,
    );
  if (has_transcript) {
    const url = `${site}/radio/episodes/${id}.${transcriptExtension(transcript_type)}`;
    lines.push(`<podcast:transcript url="${escapeXml(url)}" type="${escapeXml(transcript_type)}"/>`);
  }
  return lines.map((line) => `${line}\n`).join('');
}

function person(show: { host: Host | null } | null | undefined, { language }: Station): string {
  if (!show?.host) return '';
  return `<podcast:person role="host">${escapeXml(translated(show.host, language).name)}</podcast:person>\n`;
}

// As the podcast namespace defines it: a UUID of version 5 of the address without its scheme.
const GUID_NAMESPACE = 'ead4c236bf5858c6a2c6a6b28d128cb6';

async function feedGuid(url: string): Promise<string> {
  const name = new TextEncoder().encode(url.replace(/^\w+:\/\//, '').replace(/\/+$/, ''));
  const space = GUID_NAMESPACE.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? [];
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-1', new Uint8Array([...space, ...name]))).slice(
    0,
    16,
  );
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** The page of a show, or of the radio. */
function pageOf(show: { slug: string } | null | undefined, { site, language }: Station): string {
  return `${site}${language.base}/radio${show ? `/shows/${show.slug}` : ''}`;
}

function hostOf(show: { host: Host | null } | null | undefined, { name, language }: Station): string {
  return show?.host ? translated(show.host, language).name : name;
}
