// The guests of one host: invitations, who is in, and who hears whom. Sound only goes between a guest and the host's
// browser, which mixes it: nothing here reaches the air. Lives in memory; sockets are handled elsewhere.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  type Codec,
  type GuestView,
  type InvitationView,
  MAX_GUESTS,
  type ToGuest,
  type ToHost,
} from '#contracts/radio-guests.ts';
import type { ApiError } from '../../http-kit/api-error.ts';
import { guestErrors, sentError } from './guest-errors.ts';

/** The other end of a connection. */
export interface Peer<Message> {
  send(message: Message): void;
  /** Dropped when the connection is slow: late sound is worth nothing. */
  sendSound(bytes: Uint8Array): void;
  close(): void;
}

interface Joining {
  /** Chosen by the guest's page, the same after a lost connection or a reload. */
  key: string;
  name: string;
  decodes: Codec[];
  peer: Peer<ToGuest>;
}

export interface RoomGuest {
  readonly seat: number;
  sound(bytes: Uint8Array): void;
  pong(sentAt: number): void;
  /** Gives the seat back. */
  leave(): void;
  /** The connection is lost; the seat is held for a while. */
  lose(): void;
}

export interface RoomOptions {
  host: { userId: string; name: string };
  now?: () => number;
}

export interface GuestRoom {
  readonly host: RoomOptions['host'];
  /** Nobody is here and nobody can come. */
  readonly isUnused: boolean;
  /** A second page of the same host takes over. */
  attachHost(peer: Peer<ToHost>, decodes: Codec[]): void;
  detachHost(peer: Peer<ToHost>): void;
  invite(): { id: string; token: string };
  revoke(id: string): void;
  remove(seat: number): void;
  mute(seat: number, isMuted: boolean): void;
  setTalkback(isOn: boolean): void;
  ping(seat: number, sentAt: number): void;
  soundFor(seat: number, bytes: Uint8Array): void;
  hasInvitation(hash: string): boolean;
  /** Throws why not. */
  join(hash: string, joining: Joining): RoomGuest;
  /** Called every moment, with whether the host's show is on air: ends what is over. */
  tick(isLive: boolean): void;
  /** The show is over: guests are disconnected and links are no longer valid. The host may invite others. */
  end(): void;
}

interface Invitation {
  id: string;
  hash: string;
  createdMs: number;
}

interface Guest extends Omit<Joining, 'peer'> {
  seat: number;
  invitationId: string;
  peer: Peer<ToGuest> | undefined;
  isMuted: boolean;
  lostMs: number;
}

const MAX_INVITATIONS = 6;
const INVITATION_MS = 6 * 3_600_000;
const GUEST_AWAY_MS = 30_000;
/** Before a show has begun a host may close the page and come back; afterwards it is a lost connection or a reload. */
const HOST_AWAY_MS = { before: 600_000, live: 120_000 };
const TOKEN_BYTES = 24;

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function createGuestRoom({ host, now = Date.now }: RoomOptions): GuestRoom {
  const invitations = new Map<string, Invitation>();
  const guests = new Map<number, Guest>();
  let hostPeer: Peer<ToHost> | undefined;
  let hostDecodes: Codec[] = ['pcm'];
  let hostLeftMs = now();
  let isLive = false;
  let wasLive = false;
  let notLiveSinceMs = 0;
  let isTalkback = false;

  function tellHost(): void {
    const used = new Set([...guests.values()].map(({ invitationId }) => invitationId));
    hostPeer?.send({
      type: 'room',
      guests: [...guests.values()].sort((a, b) => a.seat - b.seat).map(viewOf),
      invitations: [...invitations.values()].filter(({ id }) => !used.has(id)).map(invitationView),
    });
  }
  function tellGuest({ peer, isMuted }: Guest): void {
    peer?.send({
      type: 'state',
      isMuted,
      isOnAir: isLive,
      isHostHere: hostPeer !== undefined,
      isTalkback,
      hostDecodes,
    });
  }
  function tellGuests(): void {
    for (const guest of guests.values()) tellGuest(guest);
  }
  function drop(guest: Guest, error?: ApiError): void {
    if (guests.get(guest.seat) !== guest) return;
    guests.delete(guest.seat);
    disconnect(guest, error);
    tellHost();
  }
  function disconnect(guest: Guest, error?: ApiError): void {
    const { peer } = guest;
    guest.peer = undefined;
    if (error) peer?.send({ type: 'ended', ...sentError(error) });
    peer?.close();
  }
  function end(): void {
    wasLive = false;
    isTalkback = false;
    for (const guest of guests.values()) disconnect(guest, guestErrors.showEnded());
    guests.clear();
    invitations.clear();
    tellHost();
  }
  function freeSeat(): number {
    for (let seat = 0; seat < MAX_GUESTS; seat++) if (!guests.has(seat)) return seat;
    throw guestErrors.full();
  }
  /** The seat of a guest who comes back, or a free one. */
  function sit(invitationId: string, joining: Joining): Guest {
    const present = [...guests.values()].find((guest) => guest.invitationId === invitationId);
    if (!present) return { ...joining, seat: freeSeat(), invitationId, isMuted: true, lostMs: 0 };
    if (present.key !== joining.key && present.peer) throw guestErrors.linkInUse();
    const isSame = present.key === joining.key;
    disconnect(present, guestErrors.replaced());
    // Someone else on the same link does not inherit the air.
    return {
      ...joining,
      seat: present.seat,
      invitationId,
      isMuted: isSame ? present.isMuted : true,
      lostMs: 0,
    };
  }

  return {
    host,
    get isUnused() {
      return !hostPeer && guests.size === 0 && invitations.size === 0;
    },
    attachHost(peer, decodes) {
      hostPeer?.send({ type: 'ended', ...sentError(guestErrors.openElsewhere()) });
      hostPeer?.close();
      hostPeer = peer;
      hostDecodes = decodes;
      isTalkback = false;
      tellHost();
      tellGuests();
    },
    detachHost(peer) {
      if (hostPeer !== peer) return;
      hostPeer = undefined;
      hostLeftMs = now();
      isTalkback = false;
      tellGuests();
    },
    invite() {
      if (invitations.size >= MAX_INVITATIONS) throw guestErrors.tooManyLinks();
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const id = randomUUID();
      invitations.set(id, { id, hash: hashToken(token), createdMs: now() });
      tellHost();
      return { id, token };
    },
    revoke(id) {
      invitations.delete(id);
      const guest = [...guests.values()].find(({ invitationId }) => invitationId === id);
      if (guest) drop(guest, guestErrors.removed());
      else tellHost();
    },
    remove(seat) {
      const guest = guests.get(seat);
      if (!guest) return;
      // Or they would be back in a moment.
      invitations.delete(guest.invitationId);
      drop(guest, guestErrors.removed());
    },
    mute(seat, isMuted) {
      const guest = guests.get(seat);
      if (!guest) return;
      guest.isMuted = isMuted;
      tellGuest(guest);
      tellHost();
    },
    setTalkback(isOn) {
      if (isOn === isTalkback) return;
      isTalkback = isOn;
      tellGuests();
    },
    ping: (seat, sentAt) => guests.get(seat)?.peer?.send({ type: 'ping', sentAt }),
    soundFor: (seat, bytes) => guests.get(seat)?.peer?.sendSound(bytes),
    hasInvitation: (hash) => find(hash) !== undefined,
    join(hash, joining) {
      const invitation = find(hash);
      if (!invitation) throw guestErrors.linkNotValid();
      if (!joining.name) throw guestErrors.noName();
      const guest = sit(invitation.id, joining);
      guests.set(guest.seat, guest);
      tellGuest(guest);
      tellHost();
      const isHere = () => guests.get(guest.seat) === guest;
      const prefix = Uint8Array.of(guest.seat);
      return {
        seat: guest.seat,
        sound(bytes) {
          if (isHere()) hostPeer?.sendSound(Buffer.concat([prefix, bytes]));
        },
        pong(sentAt) {
          if (isHere()) hostPeer?.send({ type: 'pong', seat: guest.seat, sentAt });
        },
        leave: () => drop(guest),
        lose() {
          if (!isHere() || !guest.peer) return;
          guest.peer = undefined;
          guest.lostMs = now();
          tellHost();
        },
      };
    },
    tick(isLiveNow) {
      const nowMs = now();
      if (isLiveNow !== isLive) {
        isLive = isLiveNow;
        wasLive ||= isLive;
        notLiveSinceMs = nowMs;
        tellGuests();
      }
      for (const guest of guests.values())
        if (!guest.peer && nowMs - guest.lostMs > GUEST_AWAY_MS) drop(guest);
      const isOld = ({ createdMs }: Invitation) => nowMs - createdMs > INVITATION_MS;
      const used = new Set([...guests.values()].map(({ invitationId }) => invitationId));
      // Nobody is thrown out in the middle of a long show.
      for (const each of invitations.values())
        if (isOld(each) && !used.has(each.id) && invitations.delete(each.id)) tellHost();
      const awayMs = wasLive ? HOST_AWAY_MS.live : HOST_AWAY_MS.before;
      const isHostGone = !hostPeer && nowMs - hostLeftMs > awayMs;
      const isShowOver = wasLive && !isLive && nowMs - notLiveSinceMs > HOST_AWAY_MS.live;
      if ((isHostGone || isShowOver) && (wasLive || guests.size + invitations.size > 0)) end();
    },
    end,
  };

  function find(hash: string): Invitation | undefined {
    return [...invitations.values()].find((each) => each.hash === hash);
  }
}

function viewOf({ seat, name, peer, isMuted, decodes }: Guest): GuestView {
  return { seat, name, isConnected: peer !== undefined, isMuted, decodes };
}

function invitationView({ id, createdMs }: Invitation): InvitationView {
  return { id, createdAt: new Date(createdMs).toISOString() };
}
