// What nginx answered while the journeys ran, from its own log: requests without a good answer, and the booking pages that
// someone was shown.
export interface Answers {
  total: number;
  /** 5xx of nginx itself or of a process, by status, method and first part of the path. */
  failed: Map<string, number>;
  /** Of these, requests that nginx may ask of another process. */
  failedReads: number;
  bookingPages: Set<string>;
}

const LINE = /^[\d.]+ (\d{3}) ([A-Z]+) (\S+)/;
const READS = ['GET', 'HEAD', 'OPTIONS'];
/** Opened by GET, and opened again by who holds them: nginx cannot pass them on to another process. */
const SOCKETS = /^\/(api\/radio\/live|realtime\/v1\/websocket)/;

export function countAnswers(log: string): Answers {
  const answers: Answers = { total: 0, failed: new Map(), failedReads: 0, bookingPages: new Set() };
  for (const line of log.split('\n')) {
    const [, status = '', method = '', address = ''] = LINE.exec(line) ?? [];
    if (!status) continue;
    answers.total += 1;
    if (status >= '500') {
      const what = `${status}, ${method} ${address.split('?')[0]?.split('/').slice(0, 4).join('/')}`;
      answers.failed.set(what, (answers.failed.get(what) ?? 0) + 1);
      if (READS.includes(method) && !SOCKETS.test(address)) answers.failedReads += 1;
    }
    const shown = /^\/booking\/([\w-]{20,})(\.data)?(\?|$)/.exec(address);
    if (status === '200' && method === 'GET' && shown?.[1]) answers.bookingPages.add(shown[1]);
  }
  return answers;
}

export async function reopenBookings(
  url: string,
  tokens: ReadonlySet<string>,
): Promise<{ shown: number; gone: number }> {
  let gone = 0;
  for (const token of tokens) {
    const answer = await fetch(`${url}/booking/${token}`);
    await answer.arrayBuffer();
    if (answer.status !== 200) gone += 1;
  }
  return { shown: tokens.size, gone };
}
