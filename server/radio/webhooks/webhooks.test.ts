// Webhooks from the station's tables to receivers on this machine that speak the protocols of the real ones.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WebhookDelivery } from '#contracts/radio-webhooks.ts';
import { signUp, type TestPerson } from '../../accounts/testing/people.ts';
import { type JobRunner, startJobRunner } from '../../jobs/job-runner.ts';
import { createLogger } from '../../logger.ts';
import { type RadioStudio, startRadioStudio } from '../testing/radio-studio.ts';
import {
  isSignedBy,
  receiverKeys,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../testing/webhook-receiver.ts';
import { createWebhookJobs } from './deliver-webhook.ts';

let radio: RadioStudio;
let receiver: WebhookReceiver;
let staff: TestPerson;
let jobs: JobRunner;

const ask = (line: string, options: Parameters<RadioStudio['ask']>[1] = {}) =>
  radio.ask(line, { as: staff, ...options });

beforeAll(async () => {
  radio = await startRadioStudio({ webhooksMayBePrivate: true });
  receiver = await startWebhookReceiver();
  staff = await signUp(radio.studio, 'staff');
});
beforeEach(async () => {
  jobs = await startJobRunner({
    sql: radio.studio.sql,
    log: createLogger('silent'),
    lane: 'outside',
    handlers: createWebhookJobs({
      siteUrl: 'https://studio.test',
      secret: 'a secret of the test',
      allowsPrivate: true,
      tuneInUrl: `${receiver.url}/Playing.ashx`,
    }),
  });
});
afterEach(async () => {
  await jobs.close();
  await radio.studio.sql`delete from public.radio_webhooks`;
  await radio.studio.sql`delete from private.jobs where kind = 'radio.webhook'`;
  receiver.received.length = 0;
  receiver.next.length = 0;
});
afterAll(async () => {
  await radio?.close();
  await receiver?.close();
});

const standard = (values: object = {}) => ({
  name: 'Display',
  kind: 'standard',
  address: `${receiver.url}/hook`,
  events: ['track.started'],
  ...values,
});
const discord = (values: object = {}) => ({
  name: 'Channel',
  kind: 'discord',
  secret: `${receiver.url}${receiverKeys.discordPath}`,
  events: ['show.started'],
  templates: { 'show.started': 'Now on air: {show} with {host} {link}' },
  ...values,
});

async function add(body: object): Promise<{ id: string; secret: string }> {
  const { status, json, text } = await ask('POST /api/radio/webhooks', { body });
  expect(status, text).toBe(201);
  return json as { id: string; secret: string };
}

async function play(title: string, { artist = 'Ana', kind = 'music', ageS = 0 } = {}): Promise<void> {
  await radio.studio.sql`insert into public.radio_plays (id, kind, title, artist, started_at)
    values (${randomUUID()}, ${kind}, ${title}, ${artist}, now() - make_interval(secs => ${ageS}))`;
}

async function deliveries(): Promise<WebhookDelivery[]> {
  const { data } = await staff.client.from('radio_webhook_deliveries').select('*').order('created_at');
  return (data ?? []) as WebhookDelivery[];
}

/** Runs what is due, and what was planned for later. */
async function runNow(): Promise<void> {
  await radio.studio.sql`update private.jobs set run_at = now() where kind = 'radio.webhook'`;
  await jobs.run();
}

describe('Standard Webhooks', () => {
  it('signs a track start with a secret that is shown once, and with both during a change', async () => {
    const { id, secret } = await add(standard());
    await play('Harbour');
    await jobs.run();
    const [first] = receiver.received;
    if (!first) throw new Error('nothing received');
    expect(await isSignedBy(secret, first)).toBe(true);
    expect(await isSignedBy(`whsec_${Buffer.alloc(32).toString('base64')}`, first)).toBe(false);
    expect(await isSignedBy(secret, { ...first, body: first.body.replace('Harbour', 'Other') })).toBe(false);
    expect(JSON.parse(first.body)).toMatchObject({
      type: 'track.started',
      data: {
        station: { url: 'https://studio.test' },
        track: { title: 'Harbour', artist: 'Ana' },
        show: null,
      },
    });
    const renewed = await ask(`POST /api/radio/webhooks/${id}/secret`, { body: {} });
    await play('Second');
    await jobs.run();
    const [, second] = receiver.received;
    for (const one of [secret, String(renewed.json.secret)])
      expect(second && (await isSignedBy(one, second))).toBe(true);
    await radio.studio.sql`update private.radio_webhook_secrets set previous_until = now()`;
    await play('Third');
    await jobs.run();
    const third = receiver.received[2];
    expect(third && (await isSignedBy(secret, third))).toBe(false);
  });

  it('tries again later with the same id, and gives up after seven tries', async () => {
    await add(standard());
    receiver.next.push({ status: 500 }, ...Array.from({ length: 7 }, () => ({ status: 503 })));
    receiver.next.splice(1, 0, { status: 200 });
    await play('Harbour');
    await jobs.run();
    const [waiting] = await deliveries();
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 1, status: 500 });
    const waitMs = Date.parse(waiting?.next_attempt_at ?? '') - Date.now();
    expect(waitMs).toBeGreaterThan(5000);
    await jobs.run();
    expect(receiver.received).toHaveLength(1);
    await runNow();
    expect((await deliveries())[0]).toMatchObject({ state: 'sent', attempts: 2 });
    const [first, second] = receiver.received;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    await play('Lost');
    for (let tries = 0; tries < 9; tries++) await runNow();
    expect((await deliveries())[1]).toMatchObject({
      state: 'failed',
      attempts: 7,
      reason: { code: 'rejected_with_reply', values: { status: 503, reply: 'as planned' } },
    });
  });

  it('turns a webhook off that is gone, and follows no redirect', async () => {
    const { id } = await add(standard());
    receiver.next.push({ status: 302, headers: { location: `${receiver.url}/elsewhere` } });
    await play('Moved');
    await jobs.run();
    expect((await deliveries())[0]).toMatchObject({ state: 'waiting', reason: { code: 'redirected' } });
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
    receiver.next.push({ status: 410 });
    await play('Gone');
    await jobs.run();
    const read = () => staff.client.from('radio_webhooks').select('is_on,off_reason').eq('id', id).single();
    expect((await read()).data).toEqual({ is_on: false, off_reason: 'gone' });
    await ask(`PUT /api/radio/webhooks/${id}`, { body: standard({ is_on: true }) });
    expect((await read()).data).toEqual({ is_on: true, off_reason: null });
  });
});

describe('presets', () => {
  it('Discord: posts the studio’s own text, without mentions, and waits as long as it is asked to', async () => {
    await add(discord());
    const [show] = await radio.studio.sql<{ id: string }[]>`
      insert into public.shows (slug, title, summary) values (${`s-${randomUUID()}`}, 'Tea @everyone', '') returning id`;
    receiver.next.push({ status: 429, headers: { 'retry-after': '120' } });
    await radio.studio.sql`select private.announce_show(${show?.id ?? ''}, now(), now() + interval '1 hour')`;
    await jobs.run();
    const [waiting] = await deliveries();
    expect(Date.parse(waiting?.next_attempt_at ?? '') - Date.now()).toBeGreaterThan(100_000);
    await runNow();
    expect((await deliveries())[0]).toMatchObject({ state: 'sent', status: 204 });
    const body = JSON.parse(receiver.received[1]?.body ?? '');
    expect(body.content).toMatch(
      /^Now on air: Tea @\u200beveryone with .* https:\/\/studio\.test\/radio\/shows\/s-/,
    );
    expect(body.allowed_mentions).toEqual({ parse: [] });
    await radio.studio.sql`select private.announce_show(null, null, null)`;
  });

  it('Mastodon: posts with the token, once per message; a wrong token is final and never shown', async () => {
    const mastodon = {
      name: 'Account',
      kind: 'mastodon',
      address: receiver.url,
      secret: receiverKeys.mastodonToken,
      events: ['live.started'],
      templates: { 'live.started': '{host} is live' },
    };
    const { id } = await add(mastodon);
    await radio.studio.sql`insert into public.radio_live_sessions (id, user_id, way, started_at)
      values (${randomUUID()}, ${staff.id}, 'browser', now())`;
    await jobs.run();
    const [post] = receiver.received;
    expect(post?.headers['idempotency-key']).toBe((await deliveries())[0]?.id);
    expect(JSON.parse(post?.body ?? '')).toEqual({
      status: `Person ${staff.email.replace('@', '@\u200b')} is live`,
      visibility: 'public',
    });
    const test = await ask(`POST /api/radio/webhooks/${id}/test`, { body: {} });
    expect(test.json).toMatchObject({ is_taken: true, answer: { code: 'accepted' } });
    expect(JSON.parse(receiver.received[1]?.body ?? '').visibility).toBe('direct');
    // Another instance does not get the token: it must be entered again.
    const moved = { ...mastodon, address: 'https://elsewhere.example', secret: '' };
    expect((await ask(`PUT /api/radio/webhooks/${id}`, { body: moved })).json.fields).toHaveProperty(
      'secret',
    );
    await ask(`PUT /api/radio/webhooks/${id}`, { body: { ...mastodon, secret: 'wrong-token-22' } });
    const wrong = await ask(`POST /api/radio/webhooks/${id}/test`, { body: {} });
    expect(wrong.json).toMatchObject({ is_taken: false, answer: { code: 'rejected_with_reply' } });
    expect(wrong.text).toContain('401');
    expect(wrong.text).not.toContain('wrong-token-22');
  });

  it('TuneIn: sends title and artist once, leaves out what is outdated, and reads its fault', async () => {
    const tunein = {
      name: 'TuneIn',
      kind: 'tunein',
      address: '12345',
      account: 'partner',
      secret: receiverKeys.partnerKey,
      events: ['track.started'],
    };
    const { id } = await add(tunein);
    receiver.next.push({ status: 500 });
    await play('First & only');
    await jobs.run();
    await play('Second');
    await runNow();
    expect((await deliveries()).map(({ state }) => state)).toEqual(['skipped', 'sent']);
    const [first] = receiver.received.map(({ path }) => new URL(path, receiver.url).searchParams);
    expect(Object.fromEntries(first ?? [])).toEqual({
      partnerId: 'partner',
      partnerKey: receiverKeys.partnerKey,
      id: 's12345',
      title: 'First & only',
      artist: 'Ana',
    });
    await ask(`PUT /api/radio/webhooks/${id}`, { body: { ...tunein, secret: 'another-key' } });
    await play('Third');
    await runNow();
    expect((await deliveries())[2]).toMatchObject({
      state: 'failed',
      attempts: 1,
      reason: { code: 'rejected_with_reply', values: { status: 403, reply: 'Invalid partnerKey' } },
    });
  });
});

describe('what is announced', () => {
  it('tracks: no jingles, nothing old, a live title once', async () => {
    await add(standard());
    await play('Jingle', { kind: 'jingle' });
    await play('Old', { ageS: 3600 });
    await play('On stage', { kind: 'live', ageS: 3 });
    await play('Between', { ageS: 2 });
    await play('On stage', { kind: 'live', ageS: 1 });
    await jobs.run();
    const titles = receiver.received.map(({ body }) => JSON.parse(body).data.track.title);
    expect(titles).toEqual(['On stage', 'Between']);
  });

  it('shows: begin and end once, also after a restart, and nothing that is long over', async () => {
    const { sql } = radio.studio;
    const events = ['show.started', 'show.ended'];
    await add(standard({ events }));
    const [one, two] = await sql<{ id: string }[]>`insert into public.shows (slug, title, summary)
      values (${randomUUID()}, 'One', ''), (${randomUUID()}, 'Two', '') returning id`;
    const announce = (show: string | null, fromMin: number, toMin: number) =>
      sql`select private.announce_show(${show}, now() + make_interval(mins => ${fromMin}), now() + make_interval(mins => ${toMin}))`;
    await announce(one?.id ?? null, 0, 60);
    // The same again, and longer than planned.
    await announce(one?.id ?? null, 0, 60);
    await announce(one?.id ?? null, 0, 90);
    await announce(two?.id ?? null, 0, 30);
    await sql`update private.radio_show_on_air set show = show || jsonb_build_object('ends_at', now() - interval '1 day')`;
    // The program was off for a day; the show that it finds began long ago.
    await announce(one?.id ?? null, -40, 20);
    await announce(null, 0, 0);
    await jobs.run();
    const told = (await deliveries()).map(({ event }) => event);
    expect(told).toEqual(['show.started', 'show.ended', 'show.started', 'show.ended']);
  });

  it('live shows end in the list also when the station was killed', async () => {
    await add(standard({ events: ['live.started', 'live.ended'] }));
    const id = randomUUID();
    await radio.studio
      .sql`insert into public.radio_live_sessions (id, way, started_at) values (${id}, 'source', now())`;
    await radio.studio.sql`update public.radio_live_sessions set ended_at = now() where id = ${id}`;
    await radio.studio.sql`update public.radio_live_sessions set ended_at = now() where id = ${id}`;
    expect((await deliveries()).map(({ event }) => event)).toEqual(['live.started', 'live.ended']);
  });

  it('no more than a webhook may send in a minute, and only what was chosen', async () => {
    await add(discord({ events: ['track.started'], templates: { 'track.started': '{title}' } }));
    await add(standard({ events: ['show.started'] }));
    for (let at = 0; at < 13; at++) await play(`Track ${at}`);
    const states = (await deliveries()).map(({ state }) => state);
    expect(states.filter((state) => state !== 'skipped')).toHaveLength(10);
    expect(states.filter((state) => state === 'skipped')).toHaveLength(1);
  });
});

describe('who may do what', () => {
  it('staff alone, by the server alone; secrets are nowhere to be read, and the audit log tells', async () => {
    const { id } = await add(discord());
    const host = await signUp(radio.studio, 'host');
    expect((await ask('POST /api/radio/webhooks', { as: host, body: standard() })).status).toBe(403);
    expect((await ask(`POST /api/radio/webhooks/${id}/test`, { as: host, body: {} })).status).toBe(403);
    expect((await host.client.from('radio_webhooks').select('id')).data).toEqual([]);
    expect(
      (await staff.client.from('radio_webhooks').update({ is_on: false }).eq('id', id)).error,
    ).not.toBeNull();
    const { data } = await staff.client.from('radio_webhooks').select('*');
    expect(JSON.stringify(data)).not.toContain('abc-DEF');
    const [stored] = await radio.studio.sql`select secret_encrypted from private.radio_webhook_secrets`;
    expect(JSON.stringify(stored)).not.toContain('abc-DEF');
    await ask(`DELETE /api/radio/webhooks/${id}`);
    const log = await radio.studio.sql<{ action: string }[]>`
      select action from public.audit_events where area = 'radio' and actor = ${staff.id} order by id desc limit 2`;
    expect(log.map(({ action }) => action)).toEqual(['deleted_a_webhook', 'added_a_webhook']);
  });

  it.each([
    [{ address: 'nowhere' }, 'address'],
    [{ address: 'https://user:pass@example.com/' }, 'address'],
    [{ address: 'ftp://example.com/' }, 'address'],
    [{ events: [] }, 'events'],
    [{ events: ['track.ended'] }, 'events'],
    [{ name: ' ' }, 'name'],
    [{ kind: 'fax' }, 'kind'],
    [{ kind: 'discord', secret: 'https://discord.com/channels/1' }, 'secret'],
    [{ kind: 'tunein', address: 'x1' }, 'address'],
    [{ kind: 'discord', secret: 'https://discord.com/api/webhooks/1/a', templates: {} }, 'templates'],
  ])('%j is rejected with a message at the field %s', async (values, field) => {
    const { status, json } = await ask('POST /api/radio/webhooks', { body: standard(values) });
    expect(status).toBe(422);
    expect(Object.keys(json.fields as object)).toEqual([field]);
    expect(json.problems).toHaveLength(1);
  });
});
