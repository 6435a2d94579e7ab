// Sends the sound of a microphone (and a tab) to the station over a websocket and reconnects by itself. The format is
// the capture's concern; knows nothing of the page.

import { apiToken } from '#app/api/api-token.ts';
import { apiUrl } from '#app/backend/backend.ts';
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

const RETRY_MS = [500, 1000, 2000, 4000, 8000];

export { canCapture as canBroadcast };

export interface BroadcastOptions {
  /** Where the sound goes, below the API. */
  path?: string;
  /** What is said when the person ends it. */
  endedText?: () => string;
}

export function startBroadcast(
  stream: MediaStream,
  onNews: (news: BroadcastNews) => void,
  { path = '/radio/live', endedText = () => t('dashboard.radio.you_ended_the_show') }: BroadcastOptions = {},
): Broadcast {
  const opening = openCapture(stream);
  // Identifies a reconnecting client, even if the station has not noticed the lost connection yet.
  const showing = crypto.randomUUID();
  let socket: WebSocket | undefined;
  let stopSending: (() => void) | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let isOver = false;
  let title = '';

  // The script that captures sound may fail to load.
  opening.catch(() => finish(t('dashboard.radio.the_microphone_could_not_be_started')));

  function finish(reason: string): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(retry);
    stop();
    socket?.close();
    opening.then((capture) => capture.close()).catch(() => {});
    onNews({ state: 'ended', reason });
  }
  function stop(): void {
    stopSending?.();
    stopSending = undefined;
  }
  function send(to: WebSocket, capture: Capture): void {
    stop();
    stopSending = capture.begin((chunk) => {
      if (to.readyState === WebSocket.OPEN) to.send(chunk);
      // Drop late data, or the delay would keep growing.
      if (to.bufferedAmount > capture.maxUnsentBytes) to.close();
    });
  }
  async function receive(from: WebSocket, data: string): Promise<void> {
    const message = JSON.parse(data) as {
      type: string;
      isOnAir?: boolean;
      listeners?: number;
    } & Partial<CodedText>;
    if (message.type === 'rejected' || message.type === 'ended')
      return finish(
        message.code
          ? stationText({ ...message, code: message.code })
          : t('dashboard.radio.the_station_ended_the_connection'),
      );
    const { listeners } = message;
    if (message.type === 'status')
      return onNews({ state: message.isOnAir ? 'on-air' : 'waiting', listeners });
    const capture = await opening;
    if (isOver || from.readyState !== WebSocket.OPEN) return;
    if (message.type === 'ready') from.send(JSON.stringify({ ...capture.hello, showing }));
    if (message.type !== 'accepted') return;
    attempt = 0;
    onNews({ state: 'waiting' });
    if (title) from.send(JSON.stringify({ type: 'title', title }));
    send(from, capture);
  }
  async function connect(): Promise<void> {
    onNews({ state: attempt === 0 ? 'connecting' : 'reconnecting' });
    const token = await apiToken().catch(() => null);
    if (isOver) return;
    const address = new URL(apiUrl(path), location.origin);
    address.protocol = address.protocol.replace('http', 'ws');
    // Websockets cannot send headers, so the token is sent as a protocol name.
    const mine = new WebSocket(address, token ? ['onda.live', `bearer.${token}`] : []);
    socket = mine;
    mine.addEventListener('message', ({ data }) => {
      receive(mine, String(data)).catch((reason: unknown) =>
        finish(
          reason instanceof Error ? reason.message : t('dashboard.radio.the_browser_could_not_send_audio'),
        ),
      );
    });
    mine.addEventListener('close', () => {
      if (isOver || mine !== socket) return;
      stop();
      attempt++;
      onNews({ state: 'reconnecting' });
      retry = setTimeout(() => void connect(), RETRY_MS[Math.min(attempt - 1, RETRY_MS.length - 1)]);
    });
  }
  void connect();
  return {
    setTitle(newTitle) {
      title = newTitle;
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: 'title', title }));
    },
    end: () => finish(endedText()),
  };
}
