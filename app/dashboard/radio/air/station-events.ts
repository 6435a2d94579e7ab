// The event log of the control room: what was played, who connected, what was requested, alarms and what staff did.
import type { CodedText } from '#contracts/coded-text.ts';

interface Play {
  id: string;
  started_at: string;
  kind: string;
  title: string;
  artist: string;
}

interface Connection {
  id: number;
  at: string;
  way: string;
  client: string;
  outcome: 'accepted' | 'rejected' | 'ended';
  reason: CodedText;
}

interface Note {
  id: number;
  at: string;
  event: CodedText;
}

interface Request {
  id: string;
  asked_at: string;
  track: { title: string } | null;
}

export interface EventSources {
  plays: readonly Play[];
  connections: readonly Connection[];
  notes: readonly Note[];
  requests: readonly Request[];
}

export type StationEvent = { key: string; at: string } & (
  | { kind: 'track' | 'live' | 'request'; title: string }
  | { kind: 'connection'; reason: CodedText; outcome: Connection['outcome']; client: string }
  | { kind: 'note'; reason: CodedText }
);

/** The newest first; the same note several times in a row stands once. */
export function mergeEvents({ plays, connections, notes, requests }: EventSources): StationEvent[] {
  const events: StationEvent[] = [
    ...plays.map(({ id, started_at, kind, title }) => ({
      key: id,
      at: started_at,
      kind: kind === 'live' ? ('live' as const) : ('track' as const),
      title,
    })),
    ...connections.map(({ id, at, way, client, outcome, reason }) => ({
      key: `connection ${id}`,
      at,
      kind: 'connection' as const,
      reason,
      outcome,
      client: way === 'browser' ? '' : client,
    })),
    ...notes.map(({ id, at, event }) => ({ key: `note ${id}`, at, kind: 'note' as const, reason: event })),
    ...requests.map(({ id, asked_at, track }) => ({
      key: `request ${id}`,
      at: asked_at,
      kind: 'request' as const,
      title: track?.title ?? '',
    })),
  ];
  const inOrder = events.sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return inOrder.filter((event, index) => {
    const newer = inOrder[index - 1];
    return !(
      event.kind === 'note' &&
      newer?.kind === 'note' &&
      JSON.stringify(newer.reason) === JSON.stringify(event.reason)
    );
  });
}
