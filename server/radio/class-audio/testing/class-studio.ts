// A studio with online classes, teachers and listeners, for tests of class audio over real sockets.
import type { SupabaseClient } from '@supabase/supabase-js';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import type { ClassAudioView } from '#contracts/class-audio.ts';
import { createMp3Decoder } from '#radio/audio/mp3-decoder.ts';
import { tone } from '#radio/testing/sounds.ts';
import { signUp, type TestPerson } from '../../../accounts/testing/people.ts';
import { type Classroom, makeClassroom } from '../../../booking/testing/classroom.ts';
import { type RadioStudio, startRadioStudio } from '../../testing/radio-studio.ts';
import { prepareServer } from '../../testing/serve-radio.ts';

interface Listener {
  as?: TestPerson;
  order_token?: string;
  page_id?: string;
}

export interface ClassStudio {
  radio: RadioStudio;
  url: string;
  server: Awaited<ReturnType<Awaited<ReturnType<typeof prepareServer>>['serve']>>;
  guest: SupabaseClient;
  staff: TestPerson;
  teacher: TestPerson;
  teacherId: string;
  makeOnlineClass(options?: { inHours?: number; isOnline?: boolean; capacity?: number }): Promise<Classroom>;
  ask: RadioStudio['ask'] extends (...given: never[]) => infer Result
    ? (sessionId: string, who?: Listener) => Result
    : never;
  streamOf(sessionId: string, who: Listener): Promise<string>;
  close(): Promise<void>;
}

export async function startClassStudio(
  options: Parameters<typeof startRadioStudio>[1] = {},
): Promise<ClassStudio> {
  const prepared = await prepareServer();
  const radio = await startRadioStudio({}, { recheckMs: 200, ...prepared.options, ...options });
  const server = await prepared.serve(radio.service);
  const { studio } = radio;
  const [staff, teacher] = [await signUp(studio, 'staff'), await signUp(studio, 'teacher')];
  const [person] = await studio.sql`
    insert into public.people (slug, name, line, bio) values ('speaker', 'Sara Speaker', '', '') returning id`;
  const teacherId = person?.id;
  await studio.sql`insert into public.person_accounts (person_id, user_id) values (${teacherId}, ${teacher.id})`;
  const ask: ClassStudio['ask'] = (sessionId, { as, order_token, page_id } = {}) =>
    radio.ask('POST /api/radio/class-audio', { as, body: { session_id: sessionId, order_token, page_id } });
  return {
    radio,
    url: prepared.url,
    server,
    guest: studio.newClient(),
    staff,
    teacher,
    teacherId,
    ask,
    async makeOnlineClass({ inHours = 0.1, isOnline = true, capacity } = {}) {
      // Each has its own hour of the teacher, who cannot be in two places at once.
      await studio.sql`update public.sessions set clash_reason = 'a test' where teacher_id = ${teacherId}`;
      const room = await makeClassroom(studio.sql, { inHours, teacherId, capacity });
      await studio.sql`update public.sessions set is_online = ${isOnline} where id = ${room.sessionId}`;
      return room;
    },
    async streamOf(sessionId, who) {
      const { status, json } = await ask(sessionId, who);
      expect([status, json]).toEqual([200, expect.objectContaining({ state: 'open' })]);
      return (json as unknown as ClassAudioView).stream ?? '';
    },
    async close() {
      await Promise.all([server.cut(), radio.endProcess()]);
      await radio.close();
    },
  };
}

/** A listener who reads until the end. */
export async function listen(answer: Response) {
  const received: Uint8Array[] = [];
  const state = { isOver: false };
  const reader = answer.status === 200 ? answer.body?.getReader() : undefined;
  if (reader)
    void (async () => {
      try {
        for (let read = await reader.read(); !read.done; read = await reader.read())
          received.push(read.value);
      } catch {
        // The connection was cut.
      }
      state.isOver = true;
    })();
  return {
    status: answer.status,
    headers: answer.headers,
    code: async () => ((await answer.json()) as { code: string }).code,
    bytes: () => Buffer.concat(received),
    isOver: () => state.isOver,
    leave: () => reader?.cancel(),
  };
}

/** The loudest sample of what was received. */
export async function loudnessOf(bytes: Buffer): Promise<number> {
  const decoder = await createMp3Decoder();
  const sound = await decoder.decode(bytes);
  decoder.free();
  return [...(sound?.channels[0] ?? [])].reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
}

const HELLO = { type: 'start', format: 'pcm-s16', sampleRate: 48_000, channels: 1 };

/** 16-bit samples of a tone of 500 Hz. */
export function samplesOf(seconds: number, sampleRate = 48_000): Buffer {
  const samples = tone(seconds, { sampleRate, hz: 500 });
  const bytes = Buffer.alloc(samples.length * 2);
  for (const [i, sample] of samples.entries()) bytes.writeInt16LE(Math.round(sample * 32_767), i * 2);
  return bytes;
}

interface SpeakOptions {
  showing?: string;
  hello?: object;
  /** Otherwise a tone, as fast as it plays. */
  isSilent?: boolean;
}

/** A teacher's page; it sends a tone as soon as it may. */
export function connect(
  url: string,
  sessionId: string,
  as: TestPerson,
  { showing, hello = HELLO, isSilent = false }: SpeakOptions = {},
) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/radio/live/class/${sessionId}`, {
    headers: { authorization: `Bearer ${as.token}` },
  });
  const messages: Record<string, unknown>[] = [];
  const closed: { code?: number } = {};
  socket.on('error', () => undefined);
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    messages.push(message);
    if (message.type === 'ready') socket.send(JSON.stringify({ ...hello, showing }));
  });
  const bytes = samplesOf(0.1);
  const timer = setInterval(() => {
    if (!isSilent && socket.readyState === WebSocket.OPEN) socket.send(bytes);
  }, 100);
  socket.once('close', (code) => {
    closed.code = code;
    clearInterval(timer);
  });
  return { socket, messages, closed, types: () => messages.map(({ type }) => type) };
}

export async function speak(url: string, sessionId: string, as: TestPerson, options?: SpeakOptions) {
  const line = connect(url, sessionId, as, options);
  await expect.poll(line.types).toContain('accepted');
  return line;
}

export async function rejectionOf(url: string, sessionId: string, as: TestPerson) {
  const { messages, types } = connect(url, sessionId, as);
  await expect.poll(types).toContain('rejected');
  const { status, code } = messages.find(({ type }) => type === 'rejected') ?? {};
  return [status, code];
}
