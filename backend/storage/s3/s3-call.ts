// One request of the S3 protocol, after its signature was checked.
import type { Call } from '../http/call.ts';

export interface S3Call extends Call {
  /** The bytes as they were signed. */
  body: AsyncIterable<Uint8Array>;
  isStreaming: boolean;
}
