// An hour that a class curates: who may choose its tracks, which ones, how many, and what the station says about it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp, type TestPerson } from '../accounts/testing/people.ts';
import { bookPlaces, type Classroom, makeClassroom, type OrderAnswer } from '../booking/testing/classroom.ts';
import { loadProgramme } from './load-programme.ts';
import { type RadioStudio, startRadioStudio } from './testing/radio-studio.ts';

let radio: RadioStudio;
let sql: RadioStudio['studio']['sql'];
let classroom: Classroom;
let staff: TestPerson;
let teacher: TestPerson;
let member: TestPerson;
let stranger: TestPerson;
let order: OrderAnswer;
let hour = '';
let other = '';
let tracks: string[] = [];
let closed = '';

beforeAll(async () => {
  radio = await startRadioStudio();
  ({ sql } = radio.studio);
  [staff, teacher, member, stranger] = [
    await signUp(radio.studio, 'staff'),
    await signUp(radio.studio, 'teacher'),
    await signUp(radio.studio),
    await signUp(radio.studio),
  ];
  const [person] =
    await sql`insert into public.people (slug, name, line, bio) values ('ana', 'Ana', '', '') returning id`;
  await sql`insert into public.person_accounts (person_id, user_id) values (${person?.id}, ${teacher.id})`;
  classroom = await makeClassroom(sql, { teacherId: person?.id });
  order = await bookPlaces(member.client, classroom.sessionId);
  const rows = await sql`
    insert into public.radio_tracks (title, duration_ms, file, is_requestable)
    select 'Track ' || n, 180000, 'track-' || n || '.mp3', n > 0 from generate_series(0, 61) n order by n returning id`;
  [closed = '', ...tracks] = rows.map(({ id }) => String(id));
  const { data } = await staff.client
    .from('radio_playlists')
    .insert([
      {
        name: 'Hour',
        play_order: 'in_order',
        offering_id: classroom.offeringId,
        from_time: '00:00',
        to_time: '00:00',
      },
      { name: 'Other', play_order: 'in_order' },
    ])
    .select('id')
    .order('name');
  [hour = '', other = ''] = (data ?? []).map(({ id }) => String(id));
});
afterAll(() => radio?.close());

const add = ({ client }: TestPerson, track_id: string | undefined, rest: object = {}) =>
  client.from('radio_playlist_tracks').insert({ playlist_id: hour, track_id, position: 99, ...rest });
const inOrder = async () =>
  (
    await sql`select track_id from public.radio_playlist_tracks where playlist_id = ${hour} order by position, track_id`
  ).map(({ track_id }) => track_id);

describe('an hour that a class curates', () => {
  it('needs a show or times', async () => {
    const change = await staff.client
      .from('radio_playlists')
      .update({ offering_id: classroom.offeringId })
      .eq('id', other);
    expect(change.error?.hint).toBe('class_hour_without_time');
  });

  it('is shown to the members and the teacher of the class, and to nobody else', async () => {
    for (const person of [member, teacher]) {
      const { data } = await person.client.rpc('my_class_hours');
      expect(data).toMatchObject([{ playlist_id: hour, title: `Class ${classroom.slug}`, track_count: 0 }]);
    }
    expect((await stranger.client.rpc('my_class_hours')).data).toEqual([]);
    expect((await stranger.client.from('radio_playlists').select('id')).data).toEqual([]);
    expect((await member.client.from('radio_playlists').select('id')).data).toEqual([{ id: hour }]);
  });

  it('takes tracks from its members and its teacher, and only those that listeners may request', async () => {
    expect((await add(member, tracks[0])).error).toBeNull();
    expect((await add(teacher, tracks[1])).error).toBeNull();
    expect((await add(stranger, tracks[2])).error?.code).toBe('42501');
    expect((await add(member, closed)).error?.code).toBe('42501');
    expect((await add(member, tracks[2], { weight: 1000 })).error?.code).toBe('42501');
    expect((await add(member, tracks[2], { playlist_id: other })).error?.code).toBe('42501');
    expect(await inOrder()).toHaveLength(2);
  });

  it('is ordered by them; what someone else added meanwhile comes last', async () => {
    const [first = '', second = '', third = ''] = tracks;
    const order = (person: TestPerson, ids: string[]) =>
      person.client.rpc('order_class_hour', { of_playlist: hour, tracks: ids });
    await add(teacher, third);
    expect((await order(member, [second, first])).error).toBeNull();
    expect(await inOrder()).toEqual([second, first, third]);
    expect((await order(stranger, [first, second])).error?.hint).toBe('not_your_class_hour');
    await sql`update public.radio_playlist_tracks set position = 99 where track_id = ${second} and playlist_id = ${hour}`;
    expect((await inOrder())[2]).toBe(second);
    await order(staff, [second, first, third]);
  });

  it('cannot be changed otherwise', async () => {
    await member.client.from('radio_playlists').update({ weight: 1000 }).eq('id', hour);
    await member.client.from('radio_playlist_tracks').update({ weight: 1000 }).eq('playlist_id', hour);
    const [list] = await sql`select weight from public.radio_playlists where id = ${hour}`;
    const heavy = await sql`select 1 from public.radio_playlist_tracks where weight <> 1`;
    expect([list?.weight, heavy.length]).toEqual([1, 0]);
  });

  it('has sixty tracks at most, also when two members add at once', async () => {
    const rows = tracks.slice(3, 59).map((track_id) => ({ playlist_id: hour, track_id, position: 100 }));
    expect((await member.client.from('radio_playlist_tracks').insert(rows)).error).toBeNull();
    const last = await Promise.all([add(member, tracks[59]), add(teacher, tracks[60])]);
    expect(last.map(({ error }) => error?.hint ?? null).sort()).toEqual(
      [null, 'too_many_class_tracks'].sort(),
    );
    expect(await inOrder()).toHaveLength(60);
  });

  it('[RADIO-56] is what the station plays, and it says who curates it while the class is public', async () => {
    const { playlists } = await loadProgramme(sql);
    const list = playlists.find(({ id }) => id === hour);
    expect(list?.curatedBy).toMatchObject({ slug: classroom.slug, title: `Class ${classroom.slug}` });
    expect(list?.entries.slice(0, 3).map(({ trackId }) => trackId)).toEqual([
      tracks[1],
      tracks[0],
      tracks[2],
    ]);
    await sql`update public.offerings set published_at = null where id = ${classroom.offeringId}`;
    const hidden = (await loadProgramme(sql)).playlists.find(({ id }) => id === hour);
    expect(hidden?.curatedBy?.publishedMs).toBeNull();
    await sql`update public.offerings set published_at = now() where id = ${classroom.offeringId}`;
  });

  it('is closed to someone who cancelled', async () => {
    await sql`update public.bookings set state = 'cancelled', cancelled_at = now(), cancelled_by = 'guest' where order_id = ${order.order_id}`;
    expect((await member.client.rpc('my_class_hours')).data).toEqual([]);
    const { data } = await member.client
      .from('radio_playlist_tracks')
      .delete()
      .eq('playlist_id', hour)
      .select('track_id');
    expect(data).toEqual([]);
  });
});
