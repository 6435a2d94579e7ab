// Class audio with several processes on one database: requests reach any of them, and one of them may end.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signUp } from '../../accounts/testing/people.ts';
import { bookPlaces } from '../../booking/testing/classroom.ts';
import type { RadioService } from '../start-radio.ts';
import { startRadioProcess } from '../testing/radio-studio.ts';
import { prepareServer } from '../testing/serve-radio.ts';
import {
  type ClassStudio,
  listen,
  loudnessOf,
  rejectionOf,
  speak,
  startClassStudio,
} from './testing/class-studio.ts';

// Only what is asked for is checked again here.
const NEVER = { recheckMs: 3_600_000 };
let classes: ClassStudio;
let other: { url: string; service: RadioService; cut(): Promise<void> };

beforeAll(async () => {
  classes = await startClassStudio(NEVER);
  const prepared = await prepareServer();
  const { studio, dataDir } = classes.radio;
  const service = await startRadioProcess(studio, join(dataDir, 'other'), { ...prepared.options, ...NEVER });
  other = { url: prepared.url, service, cut: (await prepared.serve(service)).cut };
});
afterAll(async () => {
  await Promise.all([other?.cut(), other?.service.close()]);
  await classes?.close();
});

async function viewAt(url: string, sessionId: string, order_token: string) {
  const answer = await fetch(`${url}/api/radio/class-audio`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.77' },
    body: JSON.stringify({ session_id: sessionId, order_token }),
  });
  return { status: answer.status, json: (await answer.json()) as { stream: string; is_speaking: boolean } };
}

async function hear(url: string, sessionId: string, order_token: string) {
  const { json } = await viewAt(url, sessionId, order_token);
  return listen(await fetch(`${url}${json.stream}`));
}

it('lets a substitute speak at once when the teacher of the date was replaced', async () => {
  const { sessionId } = await classes.makeOnlineClass();
  const { studio } = classes.radio;
  const substitute = await signUp(studio, 'teacher');
  const [person] = await studio.sql`
    insert into public.people (slug, name, line, bio) values ('substitute', 'Sam', '', '') returning id`;
  await studio.sql`insert into public.person_accounts (person_id, user_id) values (${person?.id}, ${substitute.id})`;
  const first = await speak(classes.url, sessionId, classes.teacher, { showing: 'one tab' });
  expect(await rejectionOf(classes.url, sessionId, classes.teacher), 'in another tab').toEqual([
    409,
    'someone_is_already_speaking',
  ]);
  await studio.sql`update public.sessions set teacher_id = ${person?.id} where id = ${sessionId}`;
  await speak(classes.url, sessionId, substitute);
  await expect
    .poll(() => first.messages.at(-1))
    .toMatchObject({ type: 'ended', code: 'no_longer_has_access' });
});

it('is one audio for all processes, and goes on in another one when its process ends', async () => {
  await expect.poll(() => [classes.radio.service.isStation, other.service.isStation]).toEqual([true, false]);
  const { sessionId } = await classes.makeOnlineClass();
  const order = await bookPlaces(classes.guest, sessionId, { places: 2 });
  const [here, there] = [
    await hear(classes.url, sessionId, order.order_token),
    await hear(other.url, sessionId, order.order_token),
  ];
  expect([here.status, there.status]).toEqual([200, 200]);
  expect(there.headers.get('cache-control')).toBe('private, no-store');
  // The teacher reaches the process that is not the station.
  const teacher = await speak(other.url, sessionId, classes.teacher, { showing: 'one page' });
  await expect
    .poll(async () => Math.min(await loudnessOf(here.bytes()), await loudnessOf(there.bytes())), {
      timeout: 20_000,
    })
    .toBeGreaterThan(0.2);
  for (const url of [classes.url, other.url])
    expect((await viewAt(url, sessionId, order.order_token)).json.is_speaking).toBe(true);

  await Promise.all([classes.server.cut(), classes.radio.endProcess()]);
  await expect.poll(() => [here.isOver(), there.isOver()]).toEqual([true, true]);
  await expect.poll(() => teacher.closed.code).toBeDefined();
  expect(teacher.messages.some(({ type }) => type === 'ended')).toBe(false);
  await expect.poll(async () => (await viewAt(other.url, sessionId, order.order_token)).status).toBe(200);
  expect(other.service.isStation).toBe(true);
  const again = await hear(other.url, sessionId, order.order_token);
  await expect.poll(() => again.bytes().length).toBeGreaterThan(8000);
  expect(await loudnessOf(again.bytes()), 'nothing of what was said before').toBe(0);
  await speak(other.url, sessionId, classes.teacher, { showing: 'one page' });
  await expect.poll(async () => loudnessOf(again.bytes())).toBeGreaterThan(0.2);
  await again.leave();
});
