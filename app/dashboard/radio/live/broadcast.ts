// Sends the sound of a microphone (and a tab) to the station over a websocket and reconnects by itself. The format is
// the capture's concern; knows nothing of the page.

import { openOwnSocket } from '#app/api/api-socket.ts';
import { openReconnectingSocket, type ReconnectingSocket } from '#app/api/reconnecting-socket.ts';
import { t } from '#app/language/messages.ts';
import { type CodedText, stationText } from '../../coded-text.ts';
import { type Capture, canCapture, openCapture } from './capture.ts';

type BroadcastState = 'connecting' | 'waiting' | 'on-air' | 'reconnecting' | 'ended';

export interface BroadcastNews {
  state: BroadcastState;
  /** Why it ended or was rejected. */
  reason?: string;
  /** Where the station says how many hear it. */
  listeners?: number;
}

export interface Broadcast {
  setTitle(title: string): void;
  end(): void;
}

/** The station says twice a second whether the show is on air. */
const MAX_SILENCE_MS = 8000;

export { canCapture as canBroadcast };

export interface BroadcastOptions {
  /** Where the sound goes, below the API. */
  path?: string;
  /** What is said when the person ends it. */
  endedText?: () => string;
}

type FromStation = { type: string; isOnAir?: boolean; listeners?: number } & Partial<CodedText>;

export function startBroadcast(
  stream: MediaStream,
  onNews: (news: BroadcastNews) => void,
  { path = '/radio/live', endedText = () => t('dashboard.radio.you_ended_the_show') }: BroadcastOptions = {},
): Broadcast {
  const opening = openCapture(stream);
  // Identifies a reconnecting client, even if the station has not noticed the lost connection yet.
  const showing = crypto.randomUUID();
  let stopSending: (() => void) | undefined;
  let isOver = false;
  let title = '';

  // The script that captures sound may fail to load.
  opening.catch(() => finish(t('dashboard.radio.the_microphone_could_not_be_started')));
  onNews({ state: 'connecting' });

  function finish(reason: string): void {
    if (isOver) return;
    isOver = true;
    stop();
    socket.close();
    opening.then((capture) => capture.close()).catch(() => {});
    onNews({ state: 'ended', reason });
  }
  function stop(): void {
    stopSending?.();
    stopSending = undefined;
  }
  function send(capture: Capture): void {
    stop();
    stopSending = capture.begin((chunk) => {
      socket.sendSound(chunk);
      // Drop late data, or the delay would keep growing.
      if (socket.unsentBytes > capture.maxUnsentBytes) socket.reopen();
    });
  }
  function receive(message: FromStation): void {
    const { type, code, listeners } = message;
    if (type === 'rejected' || type === 'ended') {
      finish(
        code ? stationText({ ...message, code }) : t('dashboard.radio.the_station_ended_the_connection'),
      );
    } else if (type === 'status') {
      onNews({ state: message.isOnAir ? 'on-air' : 'waiting', listeners });
    } else {
      opening.then((capture) => begin(type, capture)).catch(giveUp);
    }
  }
  function giveUp(reason: unknown): void {
    finish(reason instanceof Error ? reason.message : t('dashboard.radio.the_browser_could_not_send_audio'));
  }
  function begin(type: string, capture: Capture): void {
    if (isOver) return;
    if (type === 'ready') socket.send({ ...capture.hello, showing });
    if (type !== 'accepted') return;
    onNews({ state: 'waiting' });
    if (title) socket.send({ type: 'title', title });
    send(capture);
  }
  const socket: ReconnectingSocket<object> = openReconnectingSocket<object, FromStation>({
    open: () => openOwnSocket(path),
    onMessage: receive,
    onLost() {
      stop();
      onNews({ state: 'reconnecting' });
    },
    maxSilenceMs: MAX_SILENCE_MS,
  });
  return {
    setTitle(newTitle) {
      title = newTitle;
      socket.send({ type: 'title', title });
    },
    end: () => finish(endedText()),
  };
}
