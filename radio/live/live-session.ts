// Types shared by live sources and the live control.
import type { StationText } from '../station-text.ts';
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
  /** The same for every connection of one show: a client that sends it again resumes without waiting for the old connection to time out. */
  showing?: string;
}

export interface ConnectionEntry extends ConnectionFacts {
  userId: string | null;
  outcome: 'accepted' | 'rejected' | 'ended';
  status: number | null;
  reason: StationText;
}

export interface LiveSession {
  id: string;
  host: Host;
  showId: string | null;
  showTitle: string | null;
  facts: ConnectionFacts;
  startedAtMs: number;
  /** The first title that the host typed in the browser. */
  typedTitle?: string;
}

export interface Rejection {
  status: number;
  reason: StationText;
}

/** The result of a new title. */
export type TitleOutcome = 'set' | 'not_live' | 'not_theirs' | 'too_often';

export interface OnAirHost {
  push(bytes: Uint8Array): void;
  /** Sets the title, while this connection is on air. */
  setTitle(title: Title): TitleOutcome;
  readonly isFull: boolean;
  readonly peak: number;
  readonly isOnAir: boolean;
  end(reason: StationText): void;
  /** Called when the live control ends it. */
  onEnd: ((reason: StationText) => void) | undefined;
}

export function isRejection(answer: OnAirHost | Rejection): answer is Rejection {
  return 'status' in answer;
}
