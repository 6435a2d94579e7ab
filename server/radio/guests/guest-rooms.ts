// The rooms of all hosts, one each. In memory only: invitations are for the show that is on, and a station that starts
// again has no show.
import type { Invitation } from '#contracts/radio-guests.ts';
import { guestErrors } from './guest-errors.ts';
import { createGuestRoom, type GuestRoom, hashToken, type RoomOptions } from './guest-room.ts';

export interface GuestRooms {
  roomOf(host: RoomOptions['host']): GuestRoom;
  /** The room that a link leads to; throws when there is none. */
  find(token: string): { room: GuestRoom; hash: string };
  describe(token: string): Invitation;
  /** Another process is the station now, or this one closes. */
  endAll(): void;
  close(): void;
}

const TICK_MS = 500;

export function createGuestRooms(options: {
  /** Whose browser show is on air. */
  liveHostId(): string | undefined;
  showTitle(): string | null;
  now?: () => number;
}): GuestRooms {
  const rooms = new Map<string, GuestRoom>();
  /** Runs while there are rooms. */
  let ticking: ReturnType<typeof setInterval> | undefined;
  function tick(): void {
    const liveId = options.liveHostId();
    for (const [userId, room] of rooms) {
      room.tick(userId === liveId);
      if (room.isUnused) rooms.delete(userId);
    }
    if (rooms.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  }

  function find(token: string): { room: GuestRoom; hash: string } {
    const hash = hashToken(token);
    for (const room of rooms.values()) if (room.hasInvitation(hash)) return { room, hash };
    throw guestErrors.linkNotValid();
  }
  const endAll = () => {
    for (const room of rooms.values()) room.end();
  };

  return {
    roomOf(host) {
      const room = rooms.get(host.userId) ?? createGuestRoom({ host, now: options.now });
      rooms.set(host.userId, room);
      ticking ??= setInterval(tick, TICK_MS).unref();
      return room;
    },
    find,
    describe: (token) => ({ host: find(token).room.host.name, show: options.showTitle() }),
    endAll,
    close() {
      clearInterval(ticking);
      endAll();
    },
  };
}
