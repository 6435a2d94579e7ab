// Anyone who reads stored emails (staff, an export, a backup, the owner's window into the database) finds no code and no
// link in them that opens anything. Where nothing can send an email, who may read it reads the whole of it while it is valid.
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, goodPassword, newEmail, signUp, type TestPerson } from '../accounts/testing/people.ts';
import { bookPlaces, call, makeClassroom } from '../booking/testing/classroom.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import { createLogger } from '../logger.ts';
import { startJobs } from '../start-jobs.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { dropExpired } from './due-emails.ts';

let studio: StudioApp;
let owner: TestPerson;
let staff: TestPerson;
let member: TestPerson;
let guest: SupabaseClient;
let jobs: JobRunner;

beforeAll(async () => {
  studio = await startStudioApp();
  const { sql, outbox, siteUrl } = studio;
  jobs = await startJobs({ sql, outbox, siteUrl, log: createLogger('silent') });
  owner = await signUp(studio, 'staff', 'owner');
  staff = await signUp(studio, 'staff');
  member = await signUp(studio);
  guest = studio.newClient();
});
afterAll(async () => {
  await jobs?.close();
  await studio?.close();
});

interface Stored {
  id: string;
  state: string;
  has_secrets: boolean;
}
const newest = async (to: string) => {
  await jobs.run();
  const [row] = await studio.sql<Stored[]>`
    select * from public.outbox where to_address = ${to} order by created_at desc limit 1`;
  if (!row) throw new Error(`nothing went to ${to}`);
  return row;
};
const read = (id: string, as: TestPerson) => ask(studio, `GET /api/outbox/${id}`, { as });
/** Codes, the program's own tokens, and what stands in the query of a link. */
const SECRETS = /\b\d{6}\b|\b[CPV][A-Z0-9]{11}\b|[0-9a-f]{24,}|(?<=token_hash=)[^&\s"]+/g;

async function bookPaid(email: string) {
  const { sessionId } = await makeClassroom(studio.sql, { inHours: 5 });
  const order = await bookPlaces(guest, sessionId, { email });
  await call(staff.client, 'record_payment', {
    order_id: order.order_id,
    amount_cents: null,
    method: 'cash',
  });
  return { order };
}

const flows: Record<string, (to: string) => Promise<unknown>> = {
  'sign-up': (email) => guest.auth.signUp({ email, password: goodPassword }),
  'sign-in by code': (email) => guest.auth.signInWithOtp({ email }),
  invitation: (email) =>
    ask(studio, 'POST /api/account/people/invite', { as: staff, body: { email, name: 'Bea', roles: [] } }),
  'text message': (phone) => guest.auth.signUp({ phone, password: goodPassword }),
  booking: async (email) => {
    const { sessionId } = await makeClassroom(studio.sql);
    await bookPlaces(guest, sessionId, { email });
  },
  'waiting list': async (email) => {
    const { sessionId } = await makeClassroom(studio.sql, { capacity: 1 });
    await bookPlaces(guest, sessionId);
    await call(guest, 'join_waitlist', { session_id: sessionId, places: 1, person: { name: 'Wim', email } });
  },
  voucher: (email) =>
    call(guest, 'buy', {
      kind: 'voucher',
      buyer: { name: 'Bea', email },
      method: 'studio',
      amount_cents: 2000,
    }),
  'late cancellation': async (email) => {
    const { order } = await bookPaid(email);
    await call(guest, 'cancel_bookings', {
      booking_ids: order.bookings.map(({ id }) => id),
      order_token: order.order_token,
    });
  },
  'refund as credit': async (email) => {
    const { order } = await bookPaid(email);
    await call(staff.client, 'refund_order', {
      order_id: order.order_id,
      amount_cents: 1000,
      reason: 'the heating failed',
      method: 'credit',
    });
  },
  newsletter: (email) =>
    call(studio.clients.elevated as SupabaseClient, 'subscribe_to_newsletter', { email }),
};

describe.each(Object.entries(flows))('an email of %s', (name, start) => {
  it('is stored without what it opens, and can be read whole where nothing can send it', async () => {
    const to = name === 'text message' ? '4915112345670' : newEmail();
    await start(to);
    const stored = await newest(to);
    const whole = JSON.stringify((await read(stored.id, owner)).json);
    const secrets = whole.replaceAll(/\\r\\n /g, '').match(SECRETS) ?? [];
    expect(secrets.length).toBeGreaterThan(0);
    const { id: _id, ...columns } = stored;
    const written = JSON.stringify(columns).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '');
    for (const secret of secrets) expect(written).not.toContain(secret);
    const [kept] = await studio.sql`select contents from private.sealed_emails where email_id = ${stored.id}`;
    for (const secret of secrets) {
      expect(kept?.contents).not.toContain(secret);
      expect(Buffer.from(kept?.contents, 'base64').toString('latin1')).not.toContain(secret);
    }
  });
});

describe('the whole of an email', () => {
  const toSomeone = async (person: TestPerson) => {
    await guest.auth.signInWithOtp({ email: person.email });
    return newest(person.email);
  };

  it('is read by whom row policies let read the email', async () => {
    const [members, owners] = [await toSomeone(member), await toSomeone(owner)];
    const statuses = async (id: string) =>
      Promise.all([owner, staff, member].map(async (as) => (await read(id, as)).status));
    expect(await statuses(members.id)).toEqual([200, 200, 403]);
    expect(await statuses(owners.id)).toEqual([200, 404, 403]);
    expect((await ask(studio, `GET /api/outbox/${members.id}`)).status).toBe(401);
    for (const id of ['x', '%00', owner.id]) expect((await read(id, owner)).status).toBe(404);
  });

  it.each(['sent', 'discarded'])('is gone once it was %s', async (state) => {
    const { id } = await toSomeone(member);
    await studio.sql`update public.outbox set state = ${state} where id = ${id}`;
    expect((await read(id, owner)).status).toBe(404);
    expect(await studio.sql`select from private.sealed_emails where email_id = ${id}`).toHaveLength(0);
  });

  it('is gone when its code is over, and then never sent', async () => {
    const { id } = await toSomeone(member);
    await studio.sql`update private.sealed_emails set valid_until = now() - interval '1 second' where email_id = ${id}`;
    expect((await read(id, owner)).status).toBe(404);
    await dropExpired(studio.sql);
    expect(await newest(member.email)).toMatchObject({ id, state: 'discarded' });
    expect(await studio.sql`select from private.sealed_emails where email_id = ${id}`).toHaveLength(0);
  });

  it('lasts as long as its code: an hour, a week for invitations, five minutes for text messages', async () => {
    const lives = await studio.sql<{ kind: string; minutes: number }[]>`
      select distinct o.kind, round(extract(epoch from s.valid_until - o.created_at) / 60)::int as minutes
      from private.sealed_emails s join public.outbox o on o.id = s.email_id
      where o.kind in ('signup', 'invite', 'sms') order by 1`;
    expect(lives).toEqual([
      { kind: 'invite', minutes: 7 * 24 * 60 },
      { kind: 'signup', minutes: 60 },
      { kind: 'sms', minutes: 5 },
    ]);
  });

  it('is nobody’s to read where a mail server sends it', async () => {
    const { id } = await toSomeone(member);
    expect((await read(id, owner)).status).toBe(200);
    await studio.sql`update private.mail_settings set host = '127.0.0.1', port = 9, from_address = 'a@b.test'`;
    expect((await read(id, owner)).status).toBe(404);
    await studio.sql`update private.mail_settings set host = null`;
  });
});
