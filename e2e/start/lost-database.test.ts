// The database of a running program stops answering or dies: pages and calls say so in bounded time and recover.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { cleanUp, postmasterPid, processesOf, startProgram, waitUntil } from './program.ts';
import { makeUsedDataDir } from './used-folder.ts';

afterEach(cleanUp);

it('pages and sign-in answer 503 while PostgreSQL is frozen or dead, and come back', async () => {
  const DATA_DIR = await makeUsedDataDir('studio');
  const program = startProgram({ DATA_DIR });
  const url = await program.url();
  const page = (path: string) => fetch(url + path, { headers: { accept: 'text/html' }, redirect: 'manual' });
  // A wrong password is a 400 or 401 while the database answers; without a key it never gets that far.
  const signIn = () =>
    fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ana@studio.test', password: 'not the right one' }),
    });
  expect((await page('/classes')).status).toBe(200);
  expect((await signIn()).status).toBeLessThan(500);

  const servers = processesOf(DATA_DIR).filter((pid) => pid !== program.child.pid);
  const backends = [...new Set([...servers, ...childrenOf(postmasterPid(DATA_DIR))])];
  for (const pid of backends) process.kill(pid, 'SIGSTOP');
  // Frozen processes never answer: only the program's own limit ends these requests.
  const startedMs = performance.now();
  // Two pages that were not read before: /classes could answer from what it read within the same second.
  const answers = await Promise.all([page('/search?q=frozen'), signIn(), page('/works')]);
  console.log(`frozen: 503 after ${Math.round(performance.now() - startedMs)} ms`);
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
  expect(answers.every(({ headers }) => headers.get('retry-after'))).toBe(true);
  expect(await answers[0].text()).toContain('We’ll be back in a moment');
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  for (const pid of backends) process.kill(pid, 'SIGCONT');
  const thawedMs = performance.now();
  await waitUntil('pages are back', async () => (await page('/classes?fresh=2')).status === 200);
  console.log(`frozen: back ${Math.round(performance.now() - thawedMs)} ms after it answers again`);

  process.kill(postmasterPid(DATA_DIR), 'SIGKILL');
  const seen = new Set<number>();
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(20)) {
    const [shown, call] = await Promise.all([page(`/search?q=${Date.now()}`), signIn()]);
    seen.add(shown.status).add(call.status);
    if (seen.has(503) && shown.status === 200 && call.status < 500) break;
  }
  expect([...seen].filter((status) => status >= 500)).toEqual([503]);
  expect((await page('/search?q=back')).status).toBe(200);
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
});

/** PostgreSQL's own processes rename themselves: they are found by their parent. */
function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
}
