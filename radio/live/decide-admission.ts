// Who may go live now: a host during their own show, or staff; one at a time. Changes nothing.
import type { Show } from '../schedule/programme.ts';
import { type StationText, stationText } from '../station-text.ts';
import type { ConnectionFacts, Host, LiveSession, Rejection } from './live-session.ts';
import { checkFormat } from './sound-formats.ts';

interface AdmissionFacts {
  facts: ConnectionFacts;
  host: Host;
  /** The show on air now. */
  show: Show | undefined;
  /** The station's. */
  zone: string;
  /** Who is live already, and for how long nothing has arrived from them. */
  live: (LiveSession & { silentMs: number }) | undefined;
}

interface Admission {
  rejection?: Rejection;
  /** Why the live host is replaced. */
  ends?: StationText;
}

export function decideAdmission({ facts, host, show, zone, live }: AdmissionFacts): Admission {
  const rejection = checkFormat(facts.contentType);
  if (rejection) return { rejection };
  const isTheirs = isHostOf(show, host);
  if (!isTheirs && !host.isStaff) {
    const reason = show
      ? stationText('not_host_of_show', { name: host.name, title: show.title })
      : stationText('no_show_on_air_now', { name: host.name });
    return { rejection: { status: 403, reason } };
  }
  if (!live) return {};
  // The same host again is a reconnect; a host whose show is on replaces one whose show is over.
  const isSameShow = facts.showing !== undefined && facts.showing === live.facts.showing;
  if (live.host.userId === host.userId && (isSameShow || live.silentMs > 1000))
    return { ends: stationText('same_host_connected_again') };
  if (show && isTheirs && !live.host.isStaff && !isHostOf(show, live.host))
    return { ends: stationText('next_show_began', { title: show.title }) };
  const since = { time: new Date(live.startedAtMs).toISOString(), zone };
  return {
    rejection: {
      status: 403,
      reason: stationText('mount_in_use', { name: live.host.name, since }),
    },
  };
}

export function isHostOf(show: { hostUserIds: readonly string[] } | undefined, { userId }: Host): boolean {
  return show?.hostUserIds.includes(userId) ?? false;
}
