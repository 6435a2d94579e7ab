// How slowly a body may come. Node's own limit is one for all requests and would cut off large uploads; here most bodies
// must be whole in a minute, and those that may be large must only never stop for a minute.
import type { IncomingMessage } from 'node:http';

export interface BodyLimits {
  /** Until a body must be here. */
  wholeMs: number;
  /** How long nothing of a large body may come. */
  silenceMs: number;
}

const LARGE = /^\/storage\/v1\//;

export const bodyLimits: BodyLimits = { wholeMs: 60_000, silenceMs: 60_000 };

export function limitBody(request: IncomingMessage, { wholeMs, silenceMs }: BodyLimits): void {
  const { headers, socket } = request;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody) return;
  const timer = LARGE.test(request.url ?? '')
    ? watchSilence(request, silenceMs)
    : setTimeout(() => socket.destroy(), wholeMs);
  const clear = () => clearInterval(timer);
  request.once('end', clear).once('close', clear);
}

function watchSilence({ socket }: IncomingMessage, silenceMs: number): NodeJS.Timeout {
  let seenBytes = socket.bytesRead;
  return setInterval(() => {
    const { bytesRead } = socket;
    // While the server reads no further, it is not the sender who is silent.
    if (bytesRead === seenBytes && !socket.isPaused()) socket.destroy();
    seenBytes = bytesRead;
  }, silenceMs);
}
