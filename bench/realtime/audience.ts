// Many sockets that listen to one channel, with so little work for each message that the server stays the slower side:
// frames are cut by hand, and of a message only the moment of its sending is read.
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

export interface Audience {
  /** Milliseconds from sending to receiving, one for each delivery since the last call. */
  takeDelays(): number[];
  send(topic: string, payload: string): void;
  close(): void;
}

// PostgreSQL writes JSON with a blank after the colon.
const stamp = /"t": ?(\d+\.\d+)/;

export async function gatherAudience(options: {
  url: string;
  size: number;
  topic: string;
  join: unknown;
  /** What shows that a listener is ready. */
  until: string;
}): Promise<Audience> {
  let delays: number[] = [];
  const sockets: Socket[] = [];
  const onMessage = (frame: Buffer) => {
    const sent = stamp.exec(frame.toString('latin1'))?.[1];
    if (sent !== undefined) delays.push(performance.now() - Number(sent));
  };
  for (let begun = 0; begun < options.size; begun += 50) {
    const some = Math.min(50, options.size - begun);
    sockets.push(
      ...(await Promise.all(Array.from({ length: some }, () => openListener(options, onMessage)))),
    );
  }
  const speaker = await openListener({ ...options, until: 'phx_reply', join: {} }, () => undefined);
  return {
    takeDelays() {
      const taken = delays;
      delays = [];
      return taken;
    },
    send: (topic, payload) => void speaker.write(maskedFrame(push(`realtime:${topic}`, payload), 0x82)),
    close() {
      for (const socket of [...sockets, speaker]) socket.destroy();
    },
  };
}

function openListener(
  { url, topic, join, until }: { url: string; topic: string; join: unknown; until: string },
  onMessage: (frame: Buffer) => void,
): Promise<Socket> {
  const { hostname, port, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.setNoDelay(true);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed the connection')));
    socket.write(
      `GET ${pathname}${search} HTTP/1.1\r\nhost: ${hostname}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n` +
        `sec-websocket-version: 13\r\nsec-websocket-key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    );
    let isOpen = false;
    let isReady = false;
    let rest: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      if (!isOpen) {
        const end = rest.indexOf('\r\n\r\n');
        if (end < 0) return;
        if (!rest.toString('latin1', 0, 12).endsWith('101')) reject(new Error(rest.toString('utf8')));
        rest = rest.subarray(end + 4);
        isOpen = true;
        const message = JSON.stringify(['1', '1', `realtime:${topic}`, 'phx_join', join]);
        socket.write(maskedFrame(Buffer.from(message), 0x81));
      }
      for (let frame = cutFrame(rest); frame; frame = cutFrame(rest)) {
        rest = rest.subarray(frame.end);
        if (isReady) {
          onMessage(frame.payload);
        } else if (frame.payload.includes(until)) {
          isReady = true;
          resolve(socket);
        }
      }
    });
  });
}

function cutFrame(bytes: Buffer): { payload: Buffer; end: number } | undefined {
  if (bytes.length < 2) return undefined;
  const short = (bytes[1] ?? 0) & 0x7f;
  const start = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < start) return undefined;
  const length =
    short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  const end = start + length;
  return bytes.length < end ? undefined : { payload: bytes.subarray(start, end), end };
}

/** A client's frame; the mask is all zeros, which leaves the bytes as they are. */
function maskedFrame(payload: Buffer, opcode: number): Buffer {
  const header =
    payload.length < 126
      ? Buffer.from([opcode, 0x80 | payload.length])
      : Buffer.from([opcode, 0x80 | 126, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([header, Buffer.alloc(4), payload]);
}

/** A broadcast as supabase-js sends it. */
function push(topic: string, payload: string): Buffer {
  const fields = ['1', '2', topic, 'tick', ''].map((text) => Buffer.from(text));
  return Buffer.concat([
    Buffer.from([3, ...fields.map((field) => field.length), 1]),
    ...fields,
    Buffer.from(payload),
  ]);
}
