// A websocket that is opened again when it is lost, with growing pauses, until it is closed on purpose. Messages are JSON,
// sound is bytes.

export interface ReconnectingSocket<Sent> {
  send(message: Sent): void;
  /** Left out when the line is slow: late sound is worth nothing. */
  sendSound(bytes: Uint8Array<ArrayBuffer>): void;
  /** What waits is still sent. */
  close(): void;
}

export interface ReconnectingSocketOptions<Received> {
  open(): Promise<WebSocket>;
  onOpen(): void;
  onMessage(message: Received): void;
  onSound(bytes: Uint8Array<ArrayBuffer>): void;
  /** It is opened again. */
  onLost(): void;
}

const RETRY_MS = [300, 700, 1500, 3000, 5000];
const MAX_UNSENT_BYTES = 24_000;
/** A line that lasted this long was a good one. */
const GOOD_MS = 5000;

export function openReconnectingSocket<Sent extends object, Received>(
  options: ReconnectingSocketOptions<Received>,
): ReconnectingSocket<Sent> {
  let socket: WebSocket | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let isClosed = false;

  function lose(): void {
    options.onLost();
    const waitMs = RETRY_MS[Math.min(attempt++, RETRY_MS.length - 1)];
    retry = setTimeout(() => void connect(), waitMs);
  }
  async function connect(): Promise<void> {
    const mine = await options.open().catch(() => undefined);
    if (isClosed) return mine?.close();
    if (!mine) return lose();
    socket = mine;
    mine.binaryType = 'arraybuffer';
    let openedMs = Number.POSITIVE_INFINITY;
    mine.addEventListener('open', () => {
      openedMs = performance.now();
      if (!isClosed) options.onOpen();
    });
    mine.addEventListener('message', ({ data }) => {
      if (isClosed) return;
      if (typeof data === 'string') options.onMessage(JSON.parse(data) as Received);
      else options.onSound(new Uint8Array(data as ArrayBuffer));
    });
    mine.addEventListener('close', () => {
      if (isClosed) return;
      if (performance.now() - openedMs > GOOD_MS) attempt = 0;
      lose();
    });
  }
  // A phone that comes back from another network does not wait for the next try.
  const tryNow = () => {
    if (isClosed || socket?.readyState === WebSocket.OPEN || socket?.readyState === WebSocket.CONNECTING)
      return;
    clearTimeout(retry);
    void connect();
  };
  addEventListener('online', tryNow);
  void connect();
  return {
    send(message) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    sendSound(bytes) {
      if (socket?.readyState === WebSocket.OPEN && socket.bufferedAmount < MAX_UNSENT_BYTES)
        socket.send(bytes);
    },
    close() {
      isClosed = true;
      clearTimeout(retry);
      removeEventListener('online', tryNow);
      socket?.close();
    },
  };
}
