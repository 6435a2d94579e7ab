// One request of the S3 protocol, after its signature was checked.
import type { Call } from '../http/call.ts';

export interface S3Call extends Call {
  /** Only those that count: see signed-headers.ts. What a request does is never read from `request.headers`. */
  headers: Headers;
  /** The bytes as they were signed. */
  body: AsyncIterable<Uint8Array>;
  isStreaming: boolean;
}
