// A websocket that is opened again when it is lost, with growing pauses, until it is closed on purpose. Messages are JSON,
// sound is bytes.

export interface ReconnectingSocket<Sent> {
  send(message: Sent): void;
  sendSound(bytes: Blob | ArrayBuffer | Uint8Array<ArrayBuffer>): void;
  /** Bytes that wait to be sent. */
  readonly unsentBytes: number;
  /** Gives this connection up for a new one. */
  reopen(): void;
  /** What waits is still sent. */
  close(): void;
}

export interface ReconnectingSocketOptions<Received> {
  open(): Promise<WebSocket>;
  onOpen?(): void;
  onMessage(message: Received): void;
  onSound?(bytes: Uint8Array<ArrayBuffer>): void;
  /** It is opened again. */
  onLost(): void;
  /** Where something comes all the time: a connection that is silent for longer is lost. */
  maxSilenceMs?: number;
  /** Sound is left out while more than this waits to be sent. */
  maxUnsentBytes?: number;
}

const RETRY_MS = [300, 700, 1500, 3000, 5000];
/** A connection that lasted this long was a good one. */
const GOOD_MS = 5000;
// Browsers wait for minutes, and send no event for a connection that died with its network.
const OPENING_MS = 10_000;
const STUCK_MS = 6000;
const WATCH_MS = 1000;

export function openReconnectingSocket<Sent extends object, Received>(
  options: ReconnectingSocketOptions<Received>,
): ReconnectingSocket<Sent> {
  const { maxSilenceMs = Number.POSITIVE_INFINITY, maxUnsentBytes = Number.POSITIVE_INFINITY } = options;
  let socket: WebSocket | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let isOpening = false;
  let isClosed = false;
  let beganMs = 0;
  let openedMs = Number.POSITIVE_INFINITY;
  let receivedMs = 0;
  /** Since when as much is unsent as now. */
  let unsent = { bytes: 0, sinceMs: 0 };

  function lose(): void {
    if (performance.now() - openedMs > GOOD_MS) attempt = 0;
    const lost = socket;
    socket = undefined;
    lost?.close();
    options.onLost();
    retry = setTimeout(() => void connect(), RETRY_MS[Math.min(attempt++, RETRY_MS.length - 1)]);
  }
  async function connect(): Promise<void> {
    isOpening = true;
    const mine = await options.open().catch(() => undefined);
    isOpening = false;
    if (isClosed) return mine?.close();
    socket = mine;
    openedMs = Number.POSITIVE_INFINITY;
    if (!mine) return lose();
    beganMs = performance.now();
    mine.binaryType = 'arraybuffer';
    const isCurrent = () => !isClosed && mine === socket;
    mine.addEventListener('open', () => {
      openedMs = receivedMs = performance.now();
      unsent = { bytes: 0, sinceMs: openedMs };
      if (isCurrent()) options.onOpen?.();
    });
    mine.addEventListener('message', ({ data }) => {
      if (!isCurrent()) return;
      receivedMs = performance.now();
      if (typeof data === 'string') options.onMessage(JSON.parse(data) as Received);
      else options.onSound?.(new Uint8Array(data as ArrayBuffer));
    });
    mine.addEventListener('close', () => {
      if (isCurrent()) lose();
    });
  }
  function watch(): void {
    if (!socket) return;
    const now = performance.now();
    if (socket.readyState === WebSocket.CONNECTING) {
      if (now - beganMs > OPENING_MS) lose();
      return;
    }
    const { bufferedAmount: bytes } = socket;
    if (bytes === 0 || bytes < unsent.bytes) unsent = { bytes, sinceMs: now };
    else unsent.bytes = bytes;
    if (now - unsent.sinceMs > STUCK_MS || now - receivedMs > maxSilenceMs) lose();
  }
  // A phone that comes back from another network does not wait for the next try.
  const tryNow = () => {
    if (isClosed || isOpening || socket) return;
    clearTimeout(retry);
    void connect();
  };
  addEventListener('online', tryNow);
  const watching = setInterval(watch, WATCH_MS);
  void connect();
  return {
    send(message) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    sendSound(bytes) {
      if (socket?.readyState === WebSocket.OPEN && socket.bufferedAmount < maxUnsentBytes) socket.send(bytes);
    },
    get unsentBytes() {
      return socket?.bufferedAmount ?? 0;
    },
    reopen() {
      if (!isClosed && socket) lose();
    },
    close() {
      isClosed = true;
      clearTimeout(retry);
      clearInterval(watching);
      removeEventListener('online', tryNow);
      socket?.close();
    },
  };
}
