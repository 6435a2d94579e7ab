// Forwards a request from a relay to the station. When the station is gone, reads wait a moment for the next station
// instead of getting an error.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FetchHandler } from '#contracts/fetch-handler.ts';
import { type Relay, stationAway } from './relay.ts';

const HANDOVER_MS = 4000;
const POLL_MS = 100;

export async function askStation(
  request: Request,
  options: {
    relay: Relay;
    askNow: () => Promise<void>;
    /** Who answers now: this process, if it became the station, or the relay of the current one. */
    next: () => { fetch: FetchHandler } | undefined;
  },
): Promise<Response> {
  const { relay, askNow, next } = options;
  const answer = await relay.ask(request);
  if (answer) return answer;
  const mayRepeat = request.method === 'GET' || request.method === 'HEAD';
  for (const limitMs = Date.now() + HANDOVER_MS; mayRepeat && Date.now() < limitMs; await sleep(POLL_MS)) {
    await askNow();
    const other = next();
    if (other && other !== relay) return other.fetch(request);
  }
  return stationAway();
}
