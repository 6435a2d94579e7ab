// The programme as a calendar to subscribe to: /calendar is everything, /calendar/<slug> one class, course or event.
// What it shows is what any visitor may read, in the language of ?lang=.
import { writeCalendar } from '../../../app/features/calendar/write-calendar.ts';
import { findId, languageOf, openStudio, serveFeed, siteUrl, translated } from '../_shared/feed.ts';

const DAY_MS = 86_400_000;
const BACK_DAYS = 31;
const AHEAD_DAYS = 366;
const MOST = 1000;

Deno.serve(
  serveFeed(async (slug, wanted) => {
    const studio = openStudio();
    const id = slug === null ? null : await findId(studio, 'offerings', slug);
    if (id === undefined) return null;
    const now = new Date();
    const aDayAway = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString();
    let sessions = studio
      .from('sessions')
      .select(
        'id,starts_at,ends_at,zone,sequence,status,offering:offerings!inner(slug,kind,title,summary,translations),room:rooms(name,translations),teacher:people(name,translations)',
      )
      .gte('starts_at', aDayAway(-BACK_DAYS))
      .lte('starts_at', aDayAway(AHEAD_DAYS))
      .order('starts_at')
      .limit(MOST);
    if (id !== null) sessions = sessions.eq('offering_id', id);
    const [about, found, offering] = await Promise.all([
      studio.from('studio').select('name,address,languages,translations').single(),
      sessions,
      id === null ? null : studio.from('offerings').select('title,translations').eq('id', id).maybeSingle(),
    ]);
    if (about.error) throw about.error;
    if (found.error) throw found.error;
    if (offering?.error) throw offering.error;
    if (offering && !offering.data) return null;
    const language = languageOf(about.data.languages, wanted);
    const { name, address } = translated(about.data, language);
    const only = offering?.data && translated(offering.data, language);
    const site = siteUrl();
    return {
      type: 'text/calendar; charset=utf-8',
      text: writeCalendar({
        name: only ? `${only.title} · ${name}` : name,
        host: new URL(site).hostname,
        now,
        dates: found.data.map((session) => {
          const { kind, slug: page, title, summary } = translated(session.offering, language);
          const room = session.room && translated(session.room, language).name;
          const teacher = session.teacher && translated(session.teacher, language).name;
          return {
            id: session.id,
            starts_at: session.starts_at,
            ends_at: session.ends_at,
            zone: session.zone,
            sequence: session.sequence,
            status: session.status,
            title,
            place: [room, address].filter(Boolean).join(', '),
            description: [summary, teacher].filter(Boolean).join('\n'),
            url: `${site}${language.base}/${kind === 'event' ? 'events' : 'classes'}/${page}`,
          };
        }),
      }),
    };
  }),
);
