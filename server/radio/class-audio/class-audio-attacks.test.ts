// Class audio on the open internet: people without a right, too much at once, connections that hang.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp, type TestPerson } from '../../accounts/testing/people.ts';
import { bookPlaces, type OrderAnswer } from '../../booking/testing/classroom.ts';
import { hideSecrets } from '../../hide-secrets.ts';
import { makeClassToken } from './class-token.ts';
import {
  type ClassStudio,
  connect,
  listen,
  loudnessOf,
  rejectionOf,
  samplesOf,
  speak,
  startClassStudio,
} from './testing/class-studio.ts';

let classes: ClassStudio;
let member: TestPerson;

beforeAll(async () => {
  classes = await startClassStudio();
  member = await signUp(classes.radio.studio);
});
afterAll(() => classes?.close());

async function makeClass(): Promise<{ sessionId: string; order: OrderAnswer }> {
  const { sessionId } = await classes.makeOnlineClass();
  return { sessionId, order: await bookPlaces(classes.guest, sessionId) };
}

const open = async (stream: string, address = '192.0.2.9') =>
  listen(await fetch(`${classes.url}${stream}`, { headers: { 'x-forwarded-for': address } }));

const BYTES_PER_S = 16_000;
const SMALL = { type: 'start', format: 'pcm-s16', sampleRate: 8000, channels: 1 };

describe('a teacher’s connection', () => {
  it('is passed on in real time, however fast it sends, and ended when it goes on', async () => {
    const { sessionId, order } = await makeClass();
    const listener = await open(await classes.streamOf(sessionId, order));
    const startedMs = performance.now();
    const { socket, closed } = await speak(classes.url, sessionId, classes.teacher, {
      hello: SMALL,
      isSilent: true,
    });
    const minute = samplesOf(10, 8000);
    for (let i = 0; i < 6; i++) socket.send(minute);
    await expect.poll(() => loudnessOf(listener.bytes())).toBeGreaterThan(0.2);
    await sleep(1500);
    const elapsedS = (performance.now() - startedMs) / 1000;
    expect(listener.bytes().length).toBeLessThan((elapsedS + 6) * BYTES_PER_S);

    for (let i = 0; i < 14; i++) socket.send(minute);
    await expect.poll(() => closed.code, { timeout: 60_000 }).toBe(1012);
    expect(listener.isOver()).toBe(false);
    await listener.leave();
  });

  it.each([
    ['bytes that are no audio', Buffer.alloc(8192, 'x')],
    [
      'a recording that is only zeros',
      Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(200_000)]),
    ],
    ['a block that says it has a terabyte', Buffer.from('1a45dfa380a3010000ff00000000', 'hex')],
  ])(
    'ends with %s, and its listeners stay',
    async (_name, bytes) => {
      const { sessionId, order } = await makeClass();
      const listener = await open(await classes.streamOf(sessionId, order));
      const { socket, messages } = await speak(classes.url, sessionId, classes.teacher, {
        hello: { type: 'start', format: 'webm-opus' },
        isSilent: true,
      });
      socket.send(bytes);
      await expect.poll(() => messages.find(({ type }) => type === 'ended')?.code).toBe('audio_not_decoded');
      expect(listener.isOver()).toBe(false);
      await speak(classes.url, sessionId, classes.teacher);
      await listener.leave();
    },
    60_000,
  );

  it('ends with a giant message, and the next one is accepted', async () => {
    const { sessionId } = await makeClass();
    const { socket, closed } = await speak(classes.url, sessionId, classes.teacher, { isSilent: true });
    socket.send(Buffer.alloc(300_000));
    await expect.poll(() => closed.code).toBeDefined();
    await speak(classes.url, sessionId, classes.teacher);
  });

  it('is asked to connect again when nothing more arrives, instead of being told that it is over', async () => {
    const { sessionId } = await makeClass();
    const { messages, closed } = await speak(classes.url, sessionId, classes.teacher, { isSilent: true });
    await expect.poll(() => closed.code).toBe(1012);
    expect(messages.some(({ type }) => type === 'ended')).toBe(false);
  });

  it('is not kept open for someone who may not speak', async () => {
    const { sessionId } = await makeClass();
    const { messages, closed } = connect(classes.url, sessionId, member, { hello: { type: 'none' } });
    await expect.poll(() => closed.code).toBe(1008);
    expect(messages).toEqual([expect.objectContaining({ code: 'only_its_teacher_speaks' })]);
  });

  it('ends when the teacher loses the role, signs out, or the date moves to later', async () => {
    const { sql } = classes.radio.studio;
    const { sessionId, order } = await makeClass();
    const ended = async (messages: Record<string, unknown>[]) =>
      expect.poll(() => messages.find(({ type }) => type === 'ended')?.code, { timeout: 10_000 });
    const { teacher } = classes;

    const first = await speak(classes.url, sessionId, teacher);
    await sql`delete from public.roles where user_id = ${teacher.id} and role = 'teacher'`;
    await (await ended(first.messages)).toBe('no_longer_has_access');
    expect(await rejectionOf(classes.url, sessionId, teacher)).toEqual([403, 'only_its_teacher_speaks']);
    await sql`insert into public.roles (user_id, role) values (${teacher.id}, 'teacher')`;

    const listener = await open(await classes.streamOf(sessionId, order));
    const stream = await classes.streamOf(sessionId, order);
    const second = await speak(classes.url, sessionId, teacher);
    await sql`update public.sessions set local_date = local_date + 7 where id = ${sessionId}`;
    await (await ended(second.messages)).toBe('class_audio_closed');
    await expect.poll(listener.isOver).toBe(true);
    const late = await open(stream);
    expect([late.status, await late.code()]).toEqual([403, 'class_audio_closed']);
    await sql`update public.sessions set local_date = local_date - 7 where id = ${sessionId}`;

    const third = await speak(classes.url, sessionId, teacher);
    await sql`delete from auth.sessions where user_id = ${teacher.id}`;
    await (await ended(third.messages)).toBe('no_longer_has_access');
    const { data } = await teacher.client.auth.signInWithPassword({
      email: teacher.email,
      password: 'harbour-wave-41',
    });
    teacher.token = data.session?.access_token ?? '';
  });
});

describe('a listener’s connection', () => {
  it('is not counted twice when the same page connects again from another network', async () => {
    const { sessionId, order } = await makeClass();
    const page_id = crypto.randomUUID();
    const connectAgain = async () => open(await classes.streamOf(sessionId, { ...order, page_id }));
    const [lost, older] = [await connectAgain(), await connectAgain()];
    const other = await open(await classes.streamOf(sessionId, order));
    expect([lost.status, older.status, other.status]).toEqual([200, 200, 200]);
    const again = await connectAgain();
    expect(again.status).toBe(200);
    await expect.poll(lost.isOver).toBe(true);
    expect([older.isOver(), other.isOver(), again.isOver()]).toEqual([false, false, false]);
    await Promise.all([older.leave(), other.leave(), again.leave()]);
  });

  it('is not blocked by someone in the same network who tries addresses', async () => {
    const { sessionId, order } = await makeClass();
    const wrong = `/api/radio/class-audio/stream?token=${makeClassToken(
      'another secret',
      { sessionId, holder: { kind: 'order', id: order.order_id }, page: crypto.randomUUID() },
      Date.now(),
    )}`;
    const startedMs = performance.now();
    const statuses = await Promise.all(Array.from({ length: 150 }, async () => (await open(wrong)).status));
    const seconds = Math.ceil((performance.now() - startedMs) / 1000);
    // One more is let through each second.
    expect(statuses.filter((status) => status === 403).length).toBeLessThanOrEqual(60 + seconds);
    expect(new Set(statuses)).toEqual(new Set([403, 429]));
    const listener = await open(await classes.streamOf(sessionId, order));
    expect(listener.status).toBe(200);
    await listener.leave();
  });

  it('is not blocked by someone in the same network who tries booking links', async () => {
    const { sessionId, order } = await makeClass();
    const statuses: number[] = [];
    for (let n = 0; n < 40; n++)
      statuses.push((await classes.ask(sessionId, { order_token: n.toString(16).padStart(40, 'a') })).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([403, 429]);
    expect((await classes.ask(sessionId, order)).status).toBe(200);
    expect((await classes.ask(sessionId, { as: classes.teacher })).status).toBe(200);
  });

  it('has an address that no log line shows', async () => {
    const { sessionId, order } = await makeClass();
    const stream = await classes.streamOf(sessionId, order);
    const token = new URLSearchParams(stream.split('?')[1]).get('token') ?? '';
    const [seal = ''] = token.split('.').slice(-1);
    expect(seal.length).toBe(43);
    for (const line of [`{"path":"${stream}"}`, `{"msg":"GET http://studio.test${stream} failed"}`])
      expect(hideSecrets(line)).not.toContain(seal);
  });
});
