// Reads a request's body into memory, up to a limit.
import { readWithin } from '#backend/gateway/read-within.ts';
import { errors, RestError } from '../errors.ts';

export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array> {
  try {
    return await readWithin(request, maxBytes, () => errors.bodyTooLarge(maxBytes));
  } catch (error) {
    // A sender who hangs up half-way is no fault of the service.
    if (error instanceof RestError || !request.signal.aborted) throw error;
    throw errors.bodyCutOff();
  }
}
