// [STUDIO-13] A rule that looks at what is there holds for two people at the same moment, also where they come by different
// ways to the same limit: its lock is as wide as its question.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StatementWriter } from '#backend/database/driver/sql.ts';
import type { TestDatabase } from '#backend/testing/test-database.ts';
import { openStudioDatabase } from '../testing/studio-database.ts';
import { type Classroom, details, makeClassroom } from './testing/classroom.ts';
import { begin, twoAtOnce } from './testing/two-at-once.ts';

let database: TestDatabase;
let staff: string;
beforeAll(async () => {
  database = await openStudioDatabase();
  staff = await account('staff');
});
afterAll(() => database?.drop());
beforeEach(async () => {
  // Limits of rooms and prices are those of each test.
  await makeClassroom(database.sql);
});

async function account(role?: string): Promise<string> {
  const id = randomUUID();
  await database.sql`insert into auth.users (id, aud, role, email, email_confirmed_at, created_at)
    values (${id}, 'authenticated', 'authenticated', ${`${id}@post.example`}, now(), now())`;
  if (role) await database.sql`insert into public.roles (user_id, role) values (${id}, ${role})`;
  return id;
}

async function family(guardians: number) {
  const ids = await Promise.all(Array.from({ length: guardians }, () => account()));
  const [home] = await database.sql`insert into public.households (name) values ('Rope') returning id`;
  const [child] = await database.sql`
    insert into public.participants (household_id, name) values (${home?.id}, 'Kim') returning id`;
  for (const id of ids)
    await database.sql`insert into public.guardians (user_id, household_id) values (${id}, ${home?.id})`;
  return { home: String(home?.id), child: String(child?.id), guardians: ids };
}

const hold = (room: Classroom, as: string) => ({
  as,
  run: (sql: StatementWriter) =>
    sql`select public.hold_places(${room.sessionId}::uuid, 1) ->> 'state' as answer`,
});

/** A place that is held already, and the booking of it. */
async function booking(as: string, email: string, child?: string, room?: Classroom) {
  const { sessionId } = room ?? (await makeClassroom(database.sql));
  const token = await database.sql.begin(async (sql) => {
    await begin(sql, as);
    const [held] = await sql`select public.hold_places(${sessionId}::uuid, 1) ->> 'hold_token' as token`;
    return String(held?.token);
  });
  const wanted = details({ email });
  if (child) Object.assign(wanted.attendees[0] ?? {}, { participant_id: child });
  return {
    as,
    run: (sql: StatementWriter) =>
      sql`select (public.book(${token}, ${sql.json(wanted)}) ->> 'total_cents')::int as answer`,
  };
}

async function order(email = 'clara@post.example', room?: Classroom): Promise<string> {
  const step = await booking('guest', email, undefined, room);
  await database.sql.begin(async (sql) => {
    await begin(sql, step.as);
    await step.run(sql);
  });
  const [made] =
    await database.sql`select id from public.orders where buyer_email = ${email} order by created_at desc limit 1`;
  return String(made?.id);
}

const firstClassPrice = () => database.sql`update public.studio set first_class_price_cents = 900`;

describe('[STUDIO-13] the price of a first class is given once', () => {
  it.each([
    [
      'to two guardians of a household',
      async () => {
        const { guardians, child } = await family(2);
        return guardians.map((id) => ({ as: id, email: `${id}@post.example`, child }));
      },
    ],
    [
      'to one guardian with two addresses',
      async () => {
        const {
          guardians: [id = ''],
          child,
        } = await family(1);
        return [
          { as: id, email: 'one@post.example', child },
          { as: id, email: 'two@post.example', child },
        ];
      },
    ],
    [
      'to one account without a family, with two addresses',
      async () => {
        const id = await account();
        return [
          { as: id, email: `a-${id}@post.example` },
          { as: id, email: `b-${id}@post.example` },
        ];
      },
    ],
    [
      'to two strangers with one address',
      async () => [
        { as: 'guest', email: 'shared@post.example' },
        { as: 'guest', email: 'SHARED@post.example' },
      ],
    ],
    [
      'to a guardian and to a stranger with the address of the guardian',
      async () => {
        const {
          guardians: [id = ''],
          child,
        } = await family(1);
        return [
          { as: id, email: `${id}@post.example`, child },
          { as: 'guest', email: `${id}@post.example` },
        ];
      },
    ],
  ])('%s', async (_who, people) => {
    const steps = [];
    for (const { as, email, child } of (await people()) as { as: string; email: string; child?: string }[])
      steps.push(await booking(as, email, child));
    await firstClassPrice();
    const [first, second] = steps;
    if (!first || !second) throw new Error('two people are needed');
    expect(await twoAtOnce(database, first, second)).toEqual([900, 2400]);
  });

  it('in twenty rounds of two guardians who press at once, either first, without a deadlock', async () => {
    for (let round = 0; round < 20; round++) {
      const { guardians, child } = await family(2);
      const steps = [];
      for (const id of guardians) steps.push(await booking(id, `${id}@post.example`, child));
      await firstClassPrice();
      const totals = await Promise.all(
        steps.map((step) =>
          database.sql.begin(async (sql) => {
            await begin(sql, step.as);
            const [row] = await step.run(sql);
            return (row as { answer: number }).answer;
          }),
        ),
      );
      expect(totals.toSorted((one, other) => one - other)).toEqual([900, 2400]);
    }
  });
});

describe('[STUDIO-13] a limit holds for what one person does in two places', () => {
  it('held places of a member', async () => {
    const id = await account();
    await database.sql`insert into public.roles (user_id, role) values (${id}, 'member') on conflict do nothing`;
    const rooms = [await makeClassroom(database.sql), await makeClassroom(database.sql)] as const;
    await database.sql`update public.booking_settings set max_holds = 1`;
    expect(await twoAtOnce(database, hold(rooms[0], id), hold(rooms[1], id))).toEqual([
      'live',
      { failed: 'too_many_holds' },
    ]);
  });

  it.each([
    ['places', (room: Classroom) => hold(room, 'guest')],
    [
      'waiting lists',
      (room: Classroom) => ({
        as: 'guest',
        run: (sql: StatementWriter) => sql`
        select public.join_waitlist(${room.sessionId}::uuid, 1, '{"name":"Ana","email":"ana@post.example"}') ->> 'state' as answer`,
      }),
    ],
    [
      'purchases',
      () => ({
        as: 'guest',
        run: (sql: StatementWriter) => sql`
        select public.buy('voucher', '{"name":"Ana","email":"ana@post.example"}', 'studio', amount_cents => 5000) ->> 'kind' as answer`,
      }),
    ],
  ])('%s of guests without proof, each of another class', async (kind, step) => {
    const rooms = [await makeClassroom(database.sql), await makeClassroom(database.sql)] as const;
    if (kind === 'waiting lists')
      await database.sql`update public.capacity_pools set capacity = 1 where id in (${rooms[0].poolId}, ${rooms[1].poolId})`;
    if (kind === 'waiting lists') for (const room of rooms) await order(`${randomUUID()}@post.example`, room);
    await database.sql`delete from private.unproven_acts`;
    await database.sql`update public.booking_settings set unproven_per_hour = 1`;
    const [first, second] = await twoAtOnce(database, step(rooms[0]), step(rooms[1]));
    expect([typeof first, second]).toEqual(['string', { failed: 'prove_human' }]);
  });

  it('requests for a substitute', async () => {
    const asking = await account('staff');
    const rooms = [await makeClassroom(database.sql), await makeClassroom(database.sql)] as const;
    await database.sql`
      insert into public.substitute_requests (session_id, asked_by, state, closed_at)
      select ${rooms[0].sessionId}, ${asking}, 'withdrawn', now() from generate_series(1, 19)`;
    const ask = (room: Classroom) => ({
      as: asking,
      run: (sql: StatementWriter) =>
        sql`select public.request_substitute(${room.sessionId}::uuid) ->> 'state' as answer`,
    });
    expect(await twoAtOnce(database, ask(rooms[0]), ask(rooms[1]))).toEqual(['open', { failed: 'too_many' }]);
  });

  it('people of a family, added by two guardians', async () => {
    const { home, guardians } = await family(2);
    await database.sql`
      insert into public.participants (household_id, name) select ${home}::uuid, 'Kim ' || n from generate_series(2, 29) as n`;
    const [first, second] = guardians.map((id) => ({
      as: id,
      run: (sql: StatementWriter) =>
        sql`select household_id::text as answer from public.save_family_member('Lou')`,
    }));
    if (!first || !second) throw new Error('two guardians are needed');
    expect(await twoAtOnce(database, first, second)).toEqual([home, { failed: 'family_full' }]);
  });

  it('messages of a chat, written by different people', async () => {
    const host = await account('host');
    const [session] = await database.sql`
      insert into public.radio_live_sessions (id, user_id, way, started_at) values (${randomUUID()}, ${host}, 'browser', now()) returning id`;
    const [chat] = await database.sql`select id from public.radio_chats where closed_at is null`;
    await database.sql`
      insert into public.radio_chat_messages (chat_id, author, author_kind, name, body)
      select ${chat?.id}, 'writer ' || n, 'guest', 'Guest', 'Hello' from generate_series(1, 99) as n`;
    const say = (name: string) => ({
      as: 'program',
      run: (sql: StatementWriter) =>
        sql`select state as answer from private.post_chat_message(null, ${name}, ${name}, 'Good evening')`,
    });
    expect(await twoAtOnce(database, say('Ana'), say('Bo'))).toEqual(['said', 'crowded']);
    await database.sql`update public.radio_live_sessions set ended_at = now() where id = ${session?.id}`;
  });

  it('messages of a webhook', async () => {
    const [hook] = await database.sql`
      insert into public.radio_webhooks (name, kind, address, events) values ('TuneIn', 'tunein', '1', '{track.started}') returning id`;
    await database.sql`
      insert into public.radio_webhook_deliveries (webhook_id, event, data, state)
      select ${hook?.id}, 'track.started', '{}', 'sent' from generate_series(1, 3)`;
    const announce = {
      as: 'program',
      run: (sql: StatementWriter) =>
        sql`select private.add_webhook_event('track.started', '{}')::text as answer`,
    };
    await twoAtOnce(database, announce, announce);
    expect(
      await database.sql`select state, count(*)::int from public.radio_webhook_deliveries where webhook_id = ${hook?.id} group by 1 order by 1`,
    ).toEqual([
      { state: 'sent', count: 3 },
      { state: 'skipped', count: 1 },
      { state: 'waiting', count: 1 },
    ]);
    await database.sql`delete from public.radio_webhooks where id = ${hook?.id}`;
  });

  it('confirmations that are sent again', async () => {
    const id = await order(`${randomUUID()}@post.example`);
    const send = {
      as: staff,
      run: (sql: StatementWriter) => sql`select public.resend_confirmation(${id}::uuid)::text as answer`,
    };
    expect(await twoAtOnce(database, send, send)).toEqual(['', { failed: 'just_sent' }]);
  });
});

describe('[STUDIO-13] what is there is not taken away by someone who looked a moment before', () => {
  const remove = (name: 'archive_offering' | 'delete_offering', { offeringId }: Classroom) => ({
    as: staff,
    run: (sql: StatementWriter) =>
      sql.unsafe(`select public.${name}($1::uuid)::text as answer`, [offeringId]),
  });

  it('an offering is not deleted with the place that someone holds', async () => {
    const room = await makeClassroom(database.sql);
    expect(await twoAtOnce(database, hold(room, 'guest'), remove('delete_offering', room))).toEqual([
      'live',
      { failed: 'has_bookings' },
    ]);
  });

  it('nor with the place that someone books', async () => {
    const room = await makeClassroom(database.sql);
    const step = await booking('guest', `${randomUUID()}@post.example`, undefined, room);
    // Held places alone keep an offering: this one ran out, and is booked all the same.
    await database.sql`update public.holds set state = 'expired' where pool_id = ${room.poolId}`;
    expect(await twoAtOnce(database, step, remove('delete_offering', room))).toEqual([
      2400,
      { failed: 'has_bookings' },
    ]);
  });

  it('an archived offering keeps the session in which someone holds a place', async () => {
    const room = await makeClassroom(database.sql);
    expect(await twoAtOnce(database, hold(room, 'guest'), remove('archive_offering', room))).toEqual([
      'live',
      '',
    ]);
    expect(await database.sql`select id from public.sessions where id = ${room.sessionId}`).toHaveLength(1);
    expect(await database.sql`select id from public.holds where pool_id = ${room.poolId}`).toHaveLength(1);
  });

  it('an order whose second checkout is being opened does not end with the first', async () => {
    const id = await order(`${randomUUID()}@post.example`);
    await database.sql`update public.orders set state = 'pending', method = 'card' where id = ${id}`;
    await database.sql`insert into private.card_checkouts (reference, order_id, amount_cents, currency) values (${`one ${id}`}, ${id}, 2400, 'EUR')`;
    await twoAtOnce(
      database,
      {
        as: 'program',
        run: (sql) => sql`
          insert into private.card_checkouts (reference, order_id, amount_cents, currency) values (${`two ${id}`}, ${id}, 2400, 'EUR')`,
      },
      { as: 'program', run: (sql) => sql`select public.card_payment_failed(${id}::uuid, ${`one ${id}`})` },
    );
    expect(await database.sql`select state from public.orders where id = ${id}`).toEqual([
      { state: 'pending' },
    ]);
  });

  it('a merge is not undone while another household is being merged into the same one', async () => {
    const [target, one, other] = [await family(1), await family(0), await family(0)] as const;
    const merge = (from: { home: string }) => ({
      as: staff,
      run: (sql: StatementWriter) =>
        sql`select public.merge_households(${target.home}::uuid, ${from.home}::uuid, 'The same family.')::text as answer`,
    });
    const [merged] = await twoAtOnce(database, merge(one), {
      as: 'program',
      run: (sql) => sql`select 1 as answer`,
    });
    const undo = {
      as: staff,
      run: (sql: StatementWriter) => sql`select public.undo_merge(${String(merged)}::uuid)::text as answer`,
    };
    expect((await twoAtOnce(database, merge(other), undo))[1]).toEqual({ failed: 'later_merge' });
  });
});

describe('[STUDIO-13] sums are those of everything that was written', () => {
  it('two payments of one order', async () => {
    const id = await order(`${randomUUID()}@post.example`);
    const pay = (cents: number) => ({
      as: 'program',
      run: (sql: StatementWriter) => sql`
        insert into public.payments (order_id, amount_cents, currency, method) values (${id}, ${cents}, 'EUR', 'cash')`,
    });
    await twoAtOnce(database, pay(500), pay(700));
    expect(await database.sql`select paid_cents from public.orders where id = ${id}`).toEqual([
      { paid_cents: 1200 },
    ]);
  });

  it('the total of an order of which places are cancelled in two ways', async () => {
    const email = `${randomUUID()}@post.example`;
    const id = await order(email);
    const [place] = await database.sql`select id from public.bookings where order_id = ${id}`;
    await twoAtOnce(
      database,
      {
        as: staff,
        run: (sql) => sql`select public.cancel_for_person(array[${place?.id}]::uuid[], true, 'Fell ill.')`,
      },
      { as: 'program', run: (sql) => sql`select private.settle_money(${id}::uuid, 'cancelled')` },
    );
    expect(await database.sql`select total_cents from public.orders where id = ${id}`).toEqual([
      { total_cents: 0 },
    ]);
  });
});

it('two contents of one name, begun in different ways, get two addresses', async () => {
  const teacher = await account('teacher');
  const name = teacher.slice(0, 8);
  await database.sql`update public.profiles set name = ${`Ana ${name}`} where user_id = ${teacher}`;
  const [first, second] = await twoAtOnce(
    database,
    {
      as: staff,
      run: (sql) => sql`select public.create_content('people', ${`Ana ${name}`})::text as answer`,
    },
    { as: staff, run: (sql) => sql`select public.make_teacher(${teacher}::uuid)::text as answer` },
  );
  const slugs =
    await database.sql`select slug from public.people where id in (${String(first)}, ${String(second)}) order by slug`;
  expect(slugs).toEqual([{ slug: `ana-${name}` }, { slug: `ana-${name}-2` }]);
});

describe('an account that is deleted while its other tab books', () => {
  const remove = (id: string) => ({
    as: id,
    run: (sql: StatementWriter) => sql`select public.delete_my_account('delete')::text as answer`,
  });

  it('stays when the booking came first', async () => {
    const id = await account();
    const step = await booking(id, `${id}@post.example`);
    expect(await twoAtOnce(database, step, remove(id))).toEqual([2400, { failed: 'bookings_to_come' }]);
  });

  it('takes its held place along when it came first', async () => {
    const id = await account();
    const step = await booking(id, `${id}@post.example`);
    expect(await twoAtOnce(database, remove(id), step)).toEqual(['', { failed: 'hold_released' }]);
  });
});
