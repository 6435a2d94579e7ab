// The line between the host's mixer and their guests: invitations, sound both ways, and how long it takes. Knows nothing
// of the page.
import { openOwnSocket } from '#app/api/api-socket.ts';
import { openReconnectingSocket, type ReconnectingSocket } from '#app/api/reconnecting-socket.ts';
import {
  canSendOpus,
  createSoundReader,
  createSoundSender,
  MAX_UNSENT_BYTES,
  readableCodecs,
  type SoundReader,
  type SoundSender,
} from '#app/features/radio-guests/sound-codec.ts';
import { SILENCE_DB } from '#app/features/radio-guests/voice-nodes.ts';
import { errorText } from '#app/language/error-text.ts';
import {
  type Codec,
  type FromHost,
  type GuestView,
  HOST_GUESTS_PATH,
  type InvitationView,
  type ToHost,
} from '#contracts/radio-guests.ts';
import type { GuestChannel } from './guest-mixer.ts';
import { medianOf } from './median-of.ts';
import type { Mixer } from './mixer.ts';

export interface LineGuest extends GuestView {
  /** To the guest's browser and back; null until it was measured. */
  roundTripMs: number | null;
  readPeak(): number;
}

export interface LineNews {
  isConnected: boolean;
  guests: LineGuest[];
  invitations: (InvitationView & { token: string | null })[];
  problem: string | null;
}

export interface GuestLine {
  invite(): void;
  revoke(id: string): void;
  remove(seat: number): void;
  setMuted(seat: number, isMuted: boolean): void;
  setLevel(seat: number, gain: number): void;
  setTalkback(isOn: boolean): void;
  /** Guests are disconnected and their links are no longer valid. */
  endShow(): void;
  /** Without an end of the show guests wait for the host. */
  close(): void;
}

interface Place {
  view: GuestView;
  channel: GuestChannel | undefined;
  reader: SoundReader | undefined;
  sender: SoundSender | undefined;
  roundTripsMs: number[];
  isOver: boolean;
}

const PING_MS = 2000;
const MEASURED = 5;
const readSilence = () => SILENCE_DB;

export function openGuestLine(mixer: Mixer, onNews: (news: LineNews) => void): GuestLine {
  const places = new Map<number, Place>();
  const tokens = new Map<string, string>();
  let invitations: InvitationView[] = [];
  let isConnected = false;
  let problem: string | null = null;
  const codecs = Promise.all([canSendOpus(), readableCodecs()]);

  function report(): void {
    onNews({
      isConnected,
      problem,
      invitations: invitations.map((each) => ({ ...each, token: tokens.get(each.id) ?? null })),
      guests: [...places.values()].map(({ view, channel, roundTripsMs }) => ({
        ...view,
        roundTripMs: medianOf(roundTripsMs),
        readPeak: channel?.readPeak ?? readSilence,
      })),
    });
  }
  function sendTo(seat: number, bytes: Uint8Array): void {
    const message = new Uint8Array(1 + bytes.length);
    message[0] = seat;
    message.set(bytes, 1);
    socket.sendSound(message);
  }
  async function seatGuest(view: GuestView): Promise<void> {
    const { seat } = view;
    const place: Place = {
      view,
      channel: undefined,
      reader: undefined,
      sender: undefined,
      roundTripsMs: [],
      isOver: false,
    };
    places.set(seat, place);
    const [isOpus] = await codecs;
    const codec: Codec = isOpus && view.decodes.includes('opus') ? 'opus' : 'pcm';
    const sender = createSoundSender(codec, (bytes) => sendTo(seat, bytes));
    const channel = await mixer.guests.add((samples) => {
      if (place.view.isConnected) sender.send(samples);
    });
    Object.assign(place, { channel, sender, reader: createSoundReader(channel.play) });
    if (place.isOver) return unseat(place);
    channel.setMuted(place.view.isMuted);
    report();
  }
  function unseat(place: Place): void {
    place.isOver = true;
    place.channel?.close();
    place.reader?.close();
    place.sender?.close();
  }
  function setGuests(guests: GuestView[]): void {
    for (const [seat, place] of places) {
      const now = guests.find((guest) => guest.seat === seat);
      // Another browser in the same seat may understand less.
      const isSame = now?.name === place.view.name && now.decodes.join() === place.view.decodes.join();
      if (isSame) continue;
      places.delete(seat);
      unseat(place);
    }
    for (const guest of guests) {
      const place = places.get(guest.seat);
      if (!place) void seatGuest(guest);
      else {
        place.view = guest;
        place.channel?.setMuted(guest.isMuted);
      }
    }
  }
  function receive(message: ToHost): void {
    if (message.type === 'room') {
      problem = null;
      invitations = message.invitations;
      setGuests(message.guests);
    } else if (message.type === 'invited') tokens.set(message.id, message.token);
    else if (message.type === 'pong') {
      const place = places.get(message.seat);
      const roundTripMs = performance.now() - message.sentAt;
      if (place) place.roundTripsMs = [...place.roundTripsMs, roundTripMs].slice(-MEASURED);
    } else {
      problem = errorText(message) ?? message.message;
      if (message.type === 'ended') {
        isConnected = false;
        close();
      }
    }
    report();
  }

  const socket: ReconnectingSocket<FromHost> = openReconnectingSocket<FromHost, ToHost>({
    open: () => openOwnSocket(HOST_GUESTS_PATH),
    maxUnsentBytes: MAX_UNSENT_BYTES,
    onOpen() {
      isConnected = true;
      void codecs.then(([, decodes]) => socket.send({ type: 'hello', decodes }));
    },
    onMessage: receive,
    onSound: (bytes) => places.get(bytes[0] ?? -1)?.reader?.read(bytes.subarray(1)),
    onLost() {
      isConnected = false;
      report();
    },
  });
  const pinging = setInterval(() => {
    for (const [seat, { view }] of places)
      if (view.isConnected) socket.send({ type: 'ping', seat, sentAt: performance.now() });
  }, PING_MS);
  function close(): void {
    clearInterval(pinging);
    socket.close();
    for (const place of places.values()) unseat(place);
    places.clear();
  }

  return {
    invite: () => socket.send({ type: 'invite' }),
    revoke: (id) => socket.send({ type: 'revoke', id }),
    remove: (seat) => socket.send({ type: 'remove', seat }),
    setMuted(seat, isMuted) {
      // At once: nobody stays on air because a message is on its way.
      places.get(seat)?.channel?.setMuted(isMuted);
      socket.send({ type: 'mute', seat, isMuted });
    },
    setLevel: (seat, gain) => places.get(seat)?.channel?.setLevel(gain),
    setTalkback(isOn) {
      mixer.guests.setTalkback(isOn);
      socket.send({ type: 'talkback', isOn });
    },
    endShow: () => socket.send({ type: 'end' }),
    close,
  };
}
