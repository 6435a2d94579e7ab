// Guests of a host's browser show: what their browsers, the host's browser and the station send each other.

/** At the same time. */
export const MAX_GUESTS = 3;
export const MAX_GUEST_NAME = 60;

/** The websocket of a host's browser, and the one of a guest's. */
export const HOST_GUESTS_PATH = '/api/radio/live/guests';
export const GUEST_PATH = '/api/radio/live/guest';

/** Sound is mono, in frames of 20 ms. */
export const GUEST_SAMPLE_RATE = 48_000;
export const FRAME_SAMPLES = 960;

export const CODECS = ['opus', 'pcm'] as const;
export type Codec = (typeof CODECS)[number];

/** A frame of samples with its codec, and the seat before it on the host's line. */
export const MAX_SOUND_BYTES = 2 + FRAME_SAMPLES * 2;

export interface GuestView {
  /** From 0 to MAX_GUESTS - 1. */
  seat: number;
  name: string;
  /** False while a lost connection is waited for. */
  isConnected: boolean;
  /** Not on air; the host hears them all the same. */
  isMuted: boolean;
  /** What their browser understands. */
  decodes: Codec[];
}

export interface InvitationView {
  id: string;
  createdAt: string;
}

/** With the code of its sentence under messages/<language>/errors. */
export interface GuestError {
  code: string;
  message: string;
}

export type ToHost =
  | { type: 'room'; guests: GuestView[]; invitations: InvitationView[] }
  | { type: 'invited'; id: string; token: string }
  | { type: 'pong'; seat: number; sentAt: number }
  | ({ type: 'problem' } & GuestError)
  | ({ type: 'ended' } & GuestError);

export type FromHost =
  | { type: 'hello'; decodes: Codec[] }
  | { type: 'invite' }
  | { type: 'revoke'; id: string }
  | { type: 'remove'; seat: number }
  | { type: 'mute'; seat: number; isMuted: boolean }
  | { type: 'talkback'; isOn: boolean }
  | { type: 'ping'; seat: number; sentAt: number }
  | { type: 'end' };

export interface GuestState {
  isMuted: boolean;
  /** The show is on air. */
  isOnAir: boolean;
  /** False while the host's connection is lost. */
  isHostHere: boolean;
  /** The host talks to guests off air. */
  isTalkback: boolean;
  hostDecodes: Codec[];
}

export type ToGuest =
  | ({ type: 'state' } & GuestState)
  | { type: 'ping'; sentAt: number }
  | ({ type: 'ended' } & GuestError);

export type FromGuest =
  | { type: 'join'; token: string; key: string; name: string; decodes: Codec[] }
  | { type: 'pong'; sentAt: number }
  | { type: 'leave' };

/** What an invitation says before anyone joins. */
export interface Invitation {
  host: string;
  show: string | null;
}
