// What an episode has beside its sound: chapters from the titles of a live show, and a cover of its own.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp, type TestPerson } from '../accounts/testing/people.ts';
import { type RadioStudio, startRadioStudio } from './testing/radio-studio.ts';

let radio: RadioStudio;
let staff: TestPerson;
let episodeId: string;

beforeAll(async () => {
  radio = await startRadioStudio();
  staff = await signUp(radio.studio, 'staff');
  const [row] = await radio.studio.sql<{ id: string }[]>`
    insert into public.radio_episodes (title, file, bytes, duration_ms, recorded_at)
    values ('Episode', ${`${randomUUID()}.mp3`}, 1, 60000, now()) returning id`;
  episodeId = row?.id ?? '';
});
afterAll(() => radio?.close());

/** Plays of one live session: seconds after its start, kind, artist and title. */
async function chaptersOf(plays: [atS: number, kind: string, artist: string, title: string][]) {
  const { sql } = radio.studio;
  const session = randomUUID();
  const [start] = await sql<{ at: Date }[]>`
    insert into public.radio_live_sessions (id, way, started_at, ended_at)
    values (${session}, 'source', '2026-03-01T20:00:00Z', '2026-03-01T21:00:00Z') returning started_at as at`;
  await sql`delete from public.radio_plays where started_at between '2026-03-01' and '2026-03-02'`;
  for (const [atS, kind, artist, title] of plays)
    await sql`insert into public.radio_plays (id, kind, artist, title, started_at)
      values (${randomUUID()}, ${kind}, ${artist}, ${title}, ${new Date((start?.at.getTime() ?? 0) + atS * 1000)})`;
  const [row] = await sql<{ chapters: unknown }[]>`select private.session_chapters(${session}) as chapters`;
  return row?.chapters;
}

describe('chapters', () => {
  it('are the titles of a live show; where the programme came between, no time passes', async () => {
    const chapters = await chaptersOf([
      [-30, 'music', 'Before', 'Before'],
      [0, 'live', '', 'Hello'],
      [60, 'live', 'Ana', 'Harbour'],
      // The connection broke for two minutes; then the same title goes on.
      [120, 'music', 'Ben', 'Between'],
      [240, 'live', 'Ana', 'Harbour'],
      [300, 'live', '', 'Goodbye'],
      [3700, 'live', '', 'Another show'],
    ]);
    expect(chapters).toEqual([
      { start_ms: 0, title: 'Hello' },
      { start_ms: 60_000, title: 'Ana - Harbour' },
      { start_ms: 180_000, title: 'Goodbye' },
    ]);
  });

  it('are none when the whole show has one title', async () => {
    expect(await chaptersOf([[0, 'live', '', 'Hello']])).toEqual([]);
  });

  it('are read by podcast applications once the episode is published', async () => {
    const path = `GET /radio/episodes/${episodeId}.chapters.json`;
    const chapters = [
      { start_ms: 0, title: 'One' },
      { start_ms: 1500, title: 'Two' },
    ];
    const saved = await staff.client.from('radio_episodes').update({ chapters }).eq('id', episodeId);
    expect(saved.error).toBeNull();
    expect((await radio.ask(path)).status).toBe(404);
    await radio.studio.sql`update public.radio_episodes set published_at = now() where id = ${episodeId}`;
    const { status, headers, json } = await radio.ask(path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json+chapters');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(json).toEqual({
      version: '1.2.0',
      chapters: [
        { startTime: 0, title: 'One' },
        { startTime: 1.5, title: 'Two' },
      ],
    });
    for (const wrong of [[{ start_ms: -1, title: 'x' }], [{ start_ms: 0 }], { start_ms: 0, title: 'x' }])
      expect(
        (await staff.client.from('radio_episodes').update({ chapters: wrong }).eq('id', episodeId)).error
          ?.code,
      ).toBe('23514');
    await staff.client.from('radio_episodes').update({ chapters: [] }).eq('id', episodeId);
    expect((await radio.ask(path)).status).toBe(404);
  });
});

describe('the cover of an episode', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const path = () => `/api/radio/recordings/${episodeId}/cover`;
  const put = (as: TestPerson | undefined, body: Buffer) =>
    radio.ask(`PUT ${path()}`, {
      ...(as && { as }),
      body: new Uint8Array(body),
      headers: { 'content-type': 'image/png' },
    });

  it('is served as the picture it is, replaced and removed with its file', async () => {
    const first = await put(staff, png);
    expect(first.status).toBe(200);
    const cover = String(first.json.cover);
    const served = await radio.ask(`GET ${cover}`);
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/png']);
    const second = String((await put(staff, png)).json.cover);
    expect(second).not.toBe(cover);
    expect((await radio.ask(`GET ${cover}`)).status).toBe(404);
    expect((await radio.ask(`DELETE ${path()}`, { as: staff })).json).toEqual({ cover: null });
    expect((await radio.ask(`GET ${second}`)).status).toBe(404);
  });

  it('is a picture, not too large, and only of one’s own recordings', async () => {
    const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
    expect((await put(staff, script)).json).toMatchObject({ code: 'not_a_picture' });
    expect((await put(staff, Buffer.concat([png, Buffer.alloc(4 * 2 ** 20)]))).status).toBe(413);
    expect((await put(undefined, png)).status).toBe(401);
    expect((await put(await signUp(radio.studio, 'host'), png)).status).toBe(404);
  });
});
