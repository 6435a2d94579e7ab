// Who may go live now: a host during their own show, or staff; one at a time. Changes nothing.
import type { Show } from '../schedule/programme.ts';
import type { ConnectionFacts, Host, LiveSession, Rejection } from './live-session.ts';
import { checkFormat } from './sound-formats.ts';

interface AdmissionFacts {
  facts: ConnectionFacts;
  host: Host;
  /** The show on air now. */
  show: Show | undefined;
  /** Who is live already, and for how long nothing has arrived from them. */
  live: (LiveSession & { silentMs: number }) | undefined;
}

interface Admission {
  rejection?: Rejection;
  /** Why the live host is replaced. */
  ends?: string;
}

export function decideAdmission({ facts, host, show, live }: AdmissionFacts): Admission {
  const rejection = checkFormat(facts.contentType);
  if (rejection) return { rejection };
  const isTheirs = isHostOf(show, host);
  if (!isTheirs && !host.isStaff) {
    const reason = show
      ? `${host.name} is not a host of "${show.title}", which is on now. Hosts can go live only during their own show.`
      : `${host.name} has no show on air now. Hosts can go live only during their own show.`;
    return { rejection: { status: 403, reason } };
  }
  if (!live) return {};
  // The same host again is a reconnect; a host whose show is on replaces one whose show is over.
  const isSameShow = facts.showing !== undefined && facts.showing === live.facts.showing;
  if (live.host.userId === host.userId && (isSameShow || live.silentMs > 1000))
    return { ends: 'The same host connected again.' };
  if (isTheirs && !live.host.isStaff && !isHostOf(show, live.host))
    return { ends: `"${show?.title}" began and its host connected.` };
  const since = new Date(live.startedAtMs).toISOString();
  return {
    rejection: {
      status: 403,
      reason: `The mount is in use: ${live.host.name} has been live since ${since}.`,
    },
  };
}

export function isHostOf(show: { hostUserIds: readonly string[] } | undefined, { userId }: Host): boolean {
  return show?.hostUserIds.includes(userId) ?? false;
}
