// The words that whoever goes live and whoever lets them share.
import type { Title } from './clean-title.ts';

export interface Host {
  userId: string;
  name: string;
  isStaff: boolean;
}

export interface ConnectionFacts {
  way: 'source' | 'browser';
  mount: string;
  address: string;
  client: string;
  contentType: string;
  pcm?: { sampleRate: number; channels: number };
  /** The same in every connection of one show: who brings it again goes on, and need not wait for the old line to die. */
  showing?: string;
}

export interface ConnectionEntry extends ConnectionFacts {
  userId: string | null;
  outcome: 'accepted' | 'refused' | 'ended';
  status: number | null;
  reason: string;
}

export interface LiveSession {
  id: string;
  host: Host;
  showId: string | null;
  showTitle: string | null;
  facts: ConnectionFacts;
  startedAtMs: number;
}

export interface Refusal {
  status: number;
  reason: string;
}

/** What became of a new title. */
export type TitleOutcome = 'set' | 'not_live' | 'not_theirs' | 'too_often';

export interface OnAirHost {
  push(bytes: Uint8Array): void;
  /** Names what is heard, while this connection is the one on air. */
  setTitle(title: Title): TitleOutcome;
  readonly isFull: boolean;
  readonly peak: number;
  readonly isOnAir: boolean;
  end(reason: string): void;
  /** Called when the desk ends it. */
  onEnd: ((reason: string) => void) | undefined;
}

export function isApiError(answer: OnAirHost | Refusal): answer is Refusal {
  return 'status' in answer;
}
