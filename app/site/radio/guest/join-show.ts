// A guest in a show: sends the microphone to the host, plays what comes back, and reconnects by itself. Knows nothing of
// the page.
import { openPublicSocket } from '#app/api/api-socket.ts';
import { openReconnectingSocket, type ReconnectingSocket } from '#app/api/reconnecting-socket.ts';
import {
  canSendOpus,
  createSoundReader,
  createSoundSender,
  MAX_UNSENT_BYTES,
  readableCodecs,
  type SoundSender,
} from '#app/features/radio-guests/sound-codec.ts';
import {
  createFramePlayer,
  createFrameSender,
  loadVoiceNodes,
} from '#app/features/radio-guests/voice-nodes.ts';
import { errorText } from '#app/language/error-text.ts';
import { t } from '#app/language/messages.ts';
import {
  type Codec,
  type FromGuest,
  GUEST_PATH,
  type GuestState,
  type ToGuest,
} from '#contracts/radio-guests.ts';
import type { GuestMicrophone } from './guest-microphone.ts';

export type GuestNews =
  | { state: 'connecting' }
  | { state: 'reconnecting' }
  | { state: 'in'; show: GuestState }
  | { state: 'ended'; reason: string };

export interface GuestVisit {
  leave(): void;
}

export async function joinShow(
  microphone: GuestMicrophone,
  invited: { token: string; key: string; name: string },
  onNews: (news: GuestNews) => void,
): Promise<GuestVisit> {
  const { context, source } = microphone;
  onNews({ state: 'connecting' });
  const [isOpus, decodes] = await Promise.all([canSendOpus(), readableCodecs(), loadVoiceNodes(context)]);
  const player = createFramePlayer(context);
  player.node.connect(context.destination);
  const reader = createSoundReader(player.play);
  let sender: SoundSender | undefined;
  let codec: Codec | undefined;
  const frames = createFrameSender(context, (samples) => sender?.send(samples));
  source.connect(frames);
  // A phone that switches its screen off ends the connection.
  const awake = navigator.wakeLock?.request('screen').catch(() => undefined);
  let isOver = false;

  function finish(reason: string): void {
    if (isOver) return;
    isOver = true;
    microphone.onEnded = undefined;
    socket.close();
    sender?.close();
    reader.close();
    source.disconnect(frames);
    frames.disconnect();
    player.node.disconnect();
    void awake?.then((lock) => lock?.release());
    onNews({ state: 'ended', reason });
  }
  function showState({ type, ...show }: Extract<ToGuest, { type: 'state' }>): void {
    const wanted: Codec = isOpus && show.hostDecodes.includes('opus') ? 'opus' : 'pcm';
    if (wanted !== codec || !sender) {
      sender?.close();
      sender = createSoundSender(wanted, (bytes) => socket.sendSound(bytes));
      codec = wanted;
    }
    onNews({ state: 'in', show });
  }
  const socket: ReconnectingSocket<FromGuest> = openReconnectingSocket<FromGuest, ToGuest>({
    open: async () => openPublicSocket(GUEST_PATH),
    maxUnsentBytes: MAX_UNSENT_BYTES,
    onOpen: () => socket.send({ type: 'join', ...invited, decodes }),
    onMessage(message) {
      if (message.type === 'ping') socket.send({ type: 'pong', sentAt: message.sentAt });
      else if (message.type === 'state') showState(message);
      else finish(errorText(message) ?? message.message);
    },
    onSound: reader.read,
    onLost() {
      // Nothing is sent before the station knows who it is.
      sender?.close();
      sender = undefined;
      onNews({ state: 'reconnecting' });
    },
  });
  microphone.onEnded = () => {
    socket.send({ type: 'leave' });
    finish(t('site.radio_guest.microphone_was_disconnected'));
  };
  return {
    leave() {
      socket.send({ type: 'leave' });
      finish(t('site.radio_guest.you_left_the_show'));
    },
  };
}
