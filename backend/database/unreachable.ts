// Whether an error says that the database could not be reached, or was not able to do its work now: its server is gone or
// going, accepts no changes, or had no connection free. Tried again later, the same may succeed.
const CODES =
  /^(CONNECT|QUEUE_TIMEOUT$|READ_ONLY_DATABASE$|ECONN|EPIPE$|ENOTFOUND$|EAI_AGAIN$|ETIMEDOUT$|EHOST|ENET|08|57P0)/;

export function isUnreachable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CODES.test(String(error.code));
}
