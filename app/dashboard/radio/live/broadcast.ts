// Sends what a microphone (and a tab) hears to the station over a websocket, and goes on by itself after a break: each
// connection begins a fresh recording, because a decoder needs its head. Knows nothing of the page.

export type BroadcastState = 'connecting' | 'waiting' | 'on-air' | 'reconnecting' | 'ended';

export interface BroadcastNews {
  state: BroadcastState;
  /** Why it ended or was refused, in words. */
  reason?: string;
}

export interface Broadcast {
  setTitle(title: string): void;
  end(): void;
}

const FORMAT = 'audio/webm;codecs=opus';
const PIECE_MS = 200;
const RETRY_MS = [500, 1000, 2000, 4000, 8000];
// More than this unsent means that the line is too slow: what is late is left out, or the delay would only grow.
const MOST_UNSENT_BYTES = 256 * 1024;

export function canBroadcast(): boolean {
  return typeof MediaRecorder === 'function' && MediaRecorder.isTypeSupported(FORMAT);
}

export function startBroadcast(stream: MediaStream, onNews: (news: BroadcastNews) => void): Broadcast {
  let socket: WebSocket | undefined;
  let recorder: MediaRecorder | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let isOver = false;
  let title = '';

  function finish(reason: string): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(retry);
    stopRecording();
    socket?.close();
    onNews({ state: 'ended', reason });
  }
  function stopRecording(): void {
    if (recorder && recorder.state !== 'inactive') recorder.stop();
    recorder = undefined;
  }
  function record(to: WebSocket): void {
    const mine = new MediaRecorder(stream, { mimeType: FORMAT, audioBitsPerSecond: 160_000 });
    mine.addEventListener('dataavailable', ({ data }) => {
      if (mine === recorder && to.readyState === WebSocket.OPEN && data.size > 0) to.send(data);
      if (to.bufferedAmount > MOST_UNSENT_BYTES) to.close();
    });
    recorder = mine;
    mine.start(PIECE_MS);
  }
  function connect(): void {
    onNews({ state: attempt === 0 ? 'connecting' : 'reconnecting' });
    const mine = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/radio/live`);
    socket = mine;
    mine.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as { type: string; reason?: string; isOnAir?: boolean };
      if (message.type === 'ready') mine.send(JSON.stringify({ type: 'start', format: 'webm-opus' }));
      if (message.type === 'refused' || message.type === 'ended')
        finish(message.reason ?? 'The station ended the connection.');
      if (message.type === 'accepted') {
        attempt = 0;
        onNews({ state: 'waiting' });
        if (title) mine.send(JSON.stringify({ type: 'title', title }));
        record(mine);
      }
      if (message.type === 'status') onNews({ state: message.isOnAir ? 'on-air' : 'waiting' });
    });
    mine.addEventListener('close', () => {
      if (isOver || mine !== socket) return;
      stopRecording();
      attempt++;
      onNews({ state: 'reconnecting' });
      retry = setTimeout(connect, RETRY_MS[Math.min(attempt - 1, RETRY_MS.length - 1)]);
    });
  }
  connect();
  return {
    setTitle(words) {
      title = words;
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: 'title', title }));
    },
    end: () => finish('You ended the show.'),
  };
}
