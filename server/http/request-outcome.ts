// Ends a request's work with its answer, so that an answer which denies a write is true: what has not been committed by then
// never will be. Where nobody can know, because COMMIT was sent and its answer was lost, the answer says that.
import { currentRequestWrites, type RequestWrites } from '#backend/database/request-writes.ts';
import { isApiPath } from './api-path.ts';
import { outcomeUnknown, unavailable } from './unavailable.ts';

/** For a request whose work is given up while it runs: the database does not answer. */
export async function giveUp(request: Request): Promise<Response> {
  const writes = currentRequestWrites();
  await writes?.end();
  return writes?.mayHaveCommitted && !isSafe(request) ? outcomeUnknown(request) : unavailable(request);
}

/** For an answer that the work made itself. */
export async function settleAnswer(request: Request, answer: Response): Promise<Response> {
  const writes = currentRequestWrites();
  if (answer.status < 500) {
    writes?.answered();
    return answer;
  }
  // Something of it may still be running: an answer is made of the first failure.
  await writes?.end();
  if (!writes || isSafe(request) || !(writes.isUncertain || isHalfDoneForm(request, writes))) return answer;
  await answer.body?.cancel();
  const unknown = outcomeUnknown(request);
  const headers = new Headers(answer.headers);
  for (const name of ['retry-after', 'content-length']) headers.delete(name);
  for (const [name, value] of unknown.headers) headers.set(name, value);
  return new Response(unknown.body, { status: unknown.status, headers });
}

/** A page's action makes several calls: where one was committed, "something went wrong" would invite to send it again. */
function isHalfDoneForm({ url }: Request, { mayHaveCommitted }: RequestWrites): boolean {
  return mayHaveCommitted && !isApiPath(new URL(url).pathname);
}

/** Asked again, it does no harm. */
function isSafe({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}
