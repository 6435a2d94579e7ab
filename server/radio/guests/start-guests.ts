// Guests of browser shows, wired up.
import type { RateLimit } from '#backend/limits/rate-limiter.ts';
import type { Radio } from '#radio/create-radio.ts';
import type { LiveControl } from '#radio/live/live-control.ts';
import { createGuestRooms, type GuestRooms } from './guest-rooms.ts';
import { createGuestSockets, type GuestSockets, type GuestSocketsOptions } from './guest-sockets.ts';

export interface Guests {
  readonly rooms: GuestRooms;
  readonly wrongLinks: RateLimit;
  /** Without accounts nobody can invite. */
  readonly sockets: GuestSockets | undefined;
  close(): void;
}

type StartGuestsOptions = Omit<GuestSocketsOptions, 'rooms' | 'wrongLinks' | 'clients'> & {
  clients: GuestSocketsOptions['clients'] | undefined;
  radio: Radio;
  liveControl: LiveControl;
};

export function startGuests({ clients, radio, liveControl, ...options }: StartGuestsOptions): Guests {
  const wrongLinks = options.limiter.limit({
    name: 'radio: wrong guest links',
    max: 20,
    perS: 60,
    byAddress: true,
  });
  const rooms = createGuestRooms({
    liveHostId() {
      const { session } = liveControl;
      return session?.facts.way === 'browser' && radio.nowPlaying().isLive ? session.host.userId : undefined;
    },
    showTitle() {
      const airing = radio.currentAiring();
      return radio.programme.shows.find(({ id }) => id === airing?.showId)?.title ?? null;
    },
  });
  const sockets = clients && createGuestSockets({ ...options, clients, rooms, wrongLinks });
  return {
    rooms,
    wrongLinks,
    sockets,
    close() {
      rooms.close();
      sockets?.close();
    },
  };
}
