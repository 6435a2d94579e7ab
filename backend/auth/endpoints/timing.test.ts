// Response time must not reveal whether an account exists. Judged by rank statistics over interleaved
// requests, because a single pair proves nothing either way.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEmail, signUpPerson } from '../testing/people.ts';
import { rankDifference } from '../testing/rank-test.ts';
import { startAuth, type TestAuth } from '../testing/start-auth.ts';

let test: TestAuth;
let known: string;
beforeAll(async () => {
  test = await startAuth({ uniformAnswerMs: 120 });
  known = (await signUpPerson(test)).email;
});
afterAll(() => test.close());

const maxDifference = 3.9;

async function measure(ask: (email: string) => Promise<unknown>, rounds: number): Promise<number> {
  const times = { known: [] as number[], unknown: [] as number[] };
  const time = async (email: string, into: number[]) => {
    const startedAt = performance.now();
    await ask(email);
    into.push(performance.now() - startedAt);
  };
  await ask(known);
  await ask(newEmail());
  for (let round = 0; round < rounds; round += 1) {
    // Interleaved, so that other load on the machine affects both equally.
    if (round % 2) await time(known, times.known);
    await time(newEmail(), times.unknown);
    if (round % 2 === 0) await time(known, times.known);
  }
  return rankDifference(times.known, times.unknown);
}

describe('the time an answer takes', () => {
  it('is the same for known and unknown accounts at sign-in', async () => {
    const z = await measure(
      (email) =>
        test.ask('POST', '/token?grant_type=password', { body: { email, password: 'not-the-one-77' } }),
      80,
    );
    expect(Math.abs(z)).toBeLessThan(maxDifference);
  });

  // Together: they spend their time waiting.
  it.concurrent.each(['/recover', '/otp'])(
    'is the same for known and unknown accounts at %s',
    async (path) => {
      const z = await measure((email) => test.ask('POST', path, { body: { email } }), 30);
      expect(Math.abs(z)).toBeLessThan(maxDifference);
    },
    120_000,
  );

  it('is the same for known and unknown accounts at /signup', async () => {
    const z = await measure(
      (email) => test.ask('POST', '/signup', { body: { email, password: 'harbour-wave-41' } }),
      20,
    );
    expect(Math.abs(z)).toBeLessThan(maxDifference);
  });
});

describe('the statistic itself', () => {
  /** Times around 20 ms with the long tail of a busy machine, the same in every run. */
  function samples(count: number, extraMs: number, seed: number): number[] {
    let state = seed;
    return Array.from({ length: count }, () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return 20 + extraMs - 3 * Math.log(1 - state / 2_147_483_648);
    });
  }

  it('detects a difference of three milliseconds in such noise, and none where there is none', () => {
    expect(Math.abs(rankDifference(samples(80, 3, 1), samples(80, 0, 2)))).toBeGreaterThan(maxDifference);
    expect(Math.abs(rankDifference(samples(80, 0, 1), samples(80, 0, 2)))).toBeLessThan(maxDifference);
  });
});
