import { readOpenChat } from '#app/features/radio-chat/open-chat.ts';
import { siteContext } from '#app/site-context.ts';
import { requireRole } from '../../guard.server.ts';
import type { Route } from './+types/on-air-page.ts';

const MAX_REQUESTS = 50;
const MAX_EVENTS = 20;

/** Row policies decide which connections and events the caller reads: staff all, hosts their own. */
export async function loadControlRoom({ request, context }: Route.LoaderArgs) {
  const { roles, person } = await requireRole({ request, context }, 'host', 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const isStaff = roles.includes('staff') || roles.includes('owner');
  const newest = { ascending: false };
  const [requests, quarters, shows, plays, connections, notes, asked, chat] = await Promise.all([
    isStaff
      ? backend
          .from('radio_requests')
          .select('id,asked_at,track:radio_tracks(id,title,artist,duration_ms)')
          .eq('state', 'waiting')
          .order('asked_at')
          .limit(MAX_REQUESTS)
      : null,
    isStaff ? backend.rpc('recent_listeners') : null,
    isStaff
      ? null
      : backend
          .from('radio_show_hosts')
          .select('show:shows(slug,title,slots(weekday,local_time,duration_min))')
          .eq('user_id', person.id),
    backend
      .from('radio_plays')
      .select('id,started_at,kind,title,artist')
      .order('started_at', newest)
      .order('id', newest)
      .limit(MAX_EVENTS),
    backend
      .from('radio_connections')
      .select('id,at,way,client,outcome,reason')
      .order('at', newest)
      .limit(MAX_EVENTS),
    isStaff ? backend.from('radio_events').select('id,at,event').order('at', newest).limit(MAX_EVENTS) : null,
    isStaff
      ? backend
          .from('radio_requests')
          .select('id,asked_at,track:radio_tracks(title)')
          .order('asked_at', newest)
          .limit(MAX_EVENTS)
      : null,
    readOpenChat(backend),
  ]);
  for (const answer of [requests, quarters, shows, plays, connections, notes, asked])
    if (answer?.error) throw answer.error;
  return {
    isStaff,
    requests: requests?.data ?? [],
    quarters: quarters?.data ?? [],
    shows: shows?.data ?? [],
    events: {
      plays: plays.data ?? [],
      connections: connections.data ?? [],
      notes: notes?.data ?? [],
      requests: asked?.data ?? [],
    },
    chat,
    now: now.toISOString(),
  };
}
