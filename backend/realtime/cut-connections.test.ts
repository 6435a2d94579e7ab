// The replication connection is cut while rows are written, with the official client: every change arrives, or the
// subscriber is told and joins again by itself.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RealtimeHost, startRealtimeHost } from './testing/realtime-host.ts';

let host: RealtimeHost;
beforeAll(async () => {
  host = await startRealtimeHost(
    `create table things (id int primary key);
    create table divided (id int primary key, by int);
    alter table divided enable row level security;
    create function slow_for_two(id int) returns boolean language plpgsql as
      $$ begin if id = 2 then raise sqlstate '57014'; end if; return true; end $$;
    create policy "slow" on divided for select using (slow_for_two(id));
    alter publication supabase_realtime add table things, divided;`,
    { realtime: { slot: 'lasting' } },
  );
});
afterAll(() => host.close());
beforeEach(() => host.sql`truncate things, divided`);

async function follow(table: string) {
  const ids: number[] = [];
  const states: string[] = [];
  const systems: string[] = [];
  host
    .client()
    .channel(`follow ${table} ${Math.random()}`)
    .on<{ id: number }>('postgres_changes', { event: 'INSERT', schema: 'public', table }, (change) => {
      ids.push(change.new.id);
    })
    .on('system', {}, ({ message }) => systems.push(message))
    .subscribe((state) => states.push(state));
  await expect.poll(() => systems).toEqual(['Subscribed to PostgreSQL']);
  return { ids, states, systems };
}

const cut = () => host.sql`
  select pg_terminate_backend(active_pid, 5000) from pg_replication_slots
  where database = current_database() and active`;

/** In one statement, before the host is back. */
const loseSlot = () =>
  host.sql.unsafe(`
    do $$
    declare lost name;
    begin
      for lost in select slot_name from pg_replication_slots where database = current_database() loop
        perform pg_terminate_backend(active_pid, 5000) from pg_replication_slots where slot_name = lost;
        perform pg_drop_replication_slot(lost);
      end loop;
    end $$`);

test('every change arrives, once and in order, while the connection is cut five times', async () => {
  const { ids, states, systems } = await follow('things');
  let written = 0;
  const write = async (until: number) => {
    while (written < until) await host.sql`insert into things values (${++written})`;
  };
  for (let round = 1; round <= 5; round += 1) {
    const writing = write(round * 60);
    expect((await cut()).length).toBe(1);
    await writing;
    // Back before the next cut.
    await expect.poll(() => ids.length).toBe(round * 60);
  }
  expect(ids).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
  expect({ states, systems }).toEqual({ states: ['SUBSCRIBED'], systems: ['Subscribed to PostgreSQL'] });
  expect(host.backend.changesState).toBe('ok');
});

test('when the slot is lost, the subscriber is told, joins again by itself and follows from then on', async () => {
  const { ids, states, systems } = await follow('things');
  const logged = host.errors.length;
  await loseSlot();
  await host.sql`insert into things values (1000)`;
  await expect.poll(() => states).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED']);
  await expect
    .poll(() => systems)
    .toEqual([
      'Subscribed to PostgreSQL',
      'Table changes may have been missed. Subscribe again and read the rows.',
      'Subscribed to PostgreSQL',
    ]);
  await host.sql`insert into things values (1001)`;
  await expect.poll(() => ids.at(-1)).toBe(1001);
  expect(host.errors.slice(logged)).toContainEqual(
    'table changes may have been missed; subscribers are told to subscribe again: the replication slot was lost',
  );
  expect(host.backend.changesState).toBe('changes missed');
});

test('a change that the database could not answer for is not passed over in silence', async () => {
  const { ids, states } = await follow('divided');
  await host.sql`insert into divided values (1)`;
  await expect.poll(() => ids).toEqual([1]);
  await host.sql`insert into divided values (2)`;
  await expect.poll(() => states).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED']);
  expect(ids).toEqual([1]);
});
