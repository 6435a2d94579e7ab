// Recorded shows of the radio as a podcast: /podcast is all of them, /podcast/<slug> one show.
// RSS 2.0 with the tags that podcast apps need. Row policies limit it to published episodes.
import { escapeXml } from '../../../contracts/escape-xml.ts';
import { openStudio, serveFeed, siteUrl } from '../_shared/feed.ts';

interface Episode {
  id: string;
  title: string;
  summary: string;
  bytes: number;
  duration_ms: number;
  published_at: string;
  show: { slug: string; title: string; host: { name: string } | null } | null;
}

const NEWEST = 200;

Deno.serve(
  serveFeed(async (slug) => {
    const studio = openStudio();
    const [about, show] = await Promise.all([
      studio.from('studio').select('name,description,languages,email').single(),
      slug === null
        ? null
        : studio
            .from('shows')
            .select('id,slug,title,summary,host:people(name)')
            .eq('slug', slug)
            .maybeSingle(),
    ]);
    if (about.error) throw about.error;
    if (show?.error) throw show.error;
    if (show && !show.data) return null;
    let episodes = studio
      .from('radio_episodes')
      .select('id,title,summary,bytes,duration_ms,published_at,show:shows(slug,title,host:people(name))')
      .not('published_at', 'is', null)
      .order('published_at', { ascending: false })
      .limit(NEWEST);
    if (show?.data) episodes = episodes.eq('show_id', show.data.id);
    const found = await episodes;
    if (found.error) throw found.error;
    const site = siteUrl();
    const { name, description, languages, email } = about.data;
    const title = show?.data ? `${show.data.title}, ${name} radio` : `${name} radio`;
    const own = `${site}/functions/v1/podcast${slug === null ? '' : `/${slug}`}`;
    const page = show?.data ? `${site}/radio/shows/${show.data.slug}` : `${site}/radio`;
    const newest = found.data[0];
    return {
      type: 'application/rss+xml; charset=utf-8',
      text: `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
<channel>
<title>${escapeXml(title)}</title>
<link>${escapeXml(page)}</link>
<description>${escapeXml(show?.data?.summary ?? description)}</description>
<language>${escapeXml(languages[0] ?? 'en')}</language>
<atom:link href="${escapeXml(own)}" rel="self" type="application/rss+xml"/>
<itunes:author>${escapeXml(show?.data?.host?.name ?? name)}</itunes:author>
${email ? `<itunes:owner><itunes:name>${escapeXml(name)}</itunes:name><itunes:email>${escapeXml(email)}</itunes:email></itunes:owner>\n` : ''}<itunes:image href="${escapeXml(`${site}/icon-512.png`)}"/>
<itunes:category text="Arts"/>
<itunes:explicit>false</itunes:explicit>
${newest ? `<lastBuildDate>${new Date(newest.published_at).toUTCString()}</lastBuildDate>\n` : ''}${found.data.map((episode) => item(episode, site, name)).join('')}</channel>
</rss>
`,
    };
  }),
);

function item(episode: Episode, site: string, studioName: string): string {
  const page = episode.show ? `${site}/radio/shows/${episode.show.slug}` : `${site}/radio`;
  return `<item>
<title>${escapeXml(episode.title)}</title>
<link>${escapeXml(page)}</link>
<guid isPermaLink="false">${episode.id}</guid>
<pubDate>${new Date(episode.published_at).toUTCString()}</pubDate>
<description>${escapeXml(episode.summary || episode.show?.title || studioName)}</description>
<enclosure url="${escapeXml(`${site}/radio/episodes/${episode.id}.mp3`)}" length="${episode.bytes}" type="audio/mpeg"/>
<itunes:duration>${Math.round(episode.duration_ms / 1000)}</itunes:duration>
<itunes:author>${escapeXml(episode.show?.host?.name ?? studioName)}</itunes:author>
</item>
`;
}
