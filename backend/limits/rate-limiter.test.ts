import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prepareDatabase } from '../database/prepare-database.ts';
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { installLimitsSchema } from './install-schema.ts';
import { createMessageLimits, type StrangersMessage, saveMessageLimits } from './message-limits.ts';
import { createRateLimiter, type RateLimit, type RateLimiter } from './rate-limiter.ts';

const progress = { step: () => undefined, done: () => undefined };
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await prepareDatabase(database.sql, { progress });
  await installLimitsSchema(database.sql, progress);
});
afterAll(() => database?.drop());

const passed = (limit: RateLimit, count: number, key: string) =>
  Array.from({ length: count }, () => limit.take(key)).filter((waitS) => waitS === 0).length;

describe('a limit in memory', () => {
  let nowMs = 0;
  let limiter: RateLimiter;
  const logged: unknown[] = [];
  beforeEach(() => {
    nowMs = 1_000_000;
    logged.length = 0;
    limiter = createRateLimiter({ now: () => nowMs, log: { warn: (details) => void logged.push(details) } });
  });

  it('lets a burst through, then as many as flow back, and says how long to wait', () => {
    const limit = limiter.limit({ name: 'emails', max: 30, perS: 300 });
    expect(passed(limit, 40, 'a')).toBe(30);
    expect(limit.take('a')).toBe(10);
    nowMs += 100_000;
    expect(passed(limit, 40, 'a')).toBe(10);
    expect(passed(limit, 40, 'b')).toBe(30);
  });

  it.each([
    [7, 3600],
    [1200, 60],
    [3, 1],
    [1, 1],
  ])('lets exactly %i pass in %i s', (max, perS) => {
    expect(passed(limiter.limit({ name: 'exact', max, perS }), max + 5, 'a')).toBe(max);
  });

  it('takes a whole /64 of IPv6 as one address, however it is written', () => {
    const limit = limiter.limit({ name: 'addresses', max: 30, perS: 300, byAddress: true });
    expect(passed(limit, 20, '2001:db8:1:2::1')).toBe(20);
    expect(passed(limit, 20, '2001:0DB8:1:2:3:4:5:6')).toBe(10);
    expect(passed(limit, 1, '2001:db8:1:3::1')).toBe(1);
  });

  it('checks without counting, and counts without checking', () => {
    const limit = limiter.limit({ name: 'guesses', max: 10, perS: 300 });
    for (let round = 0; round < 100; round += 1) expect(limit.check('a')).toBe(0);
    for (let round = 0; round < 10; round += 1) limit.count('a');
    expect(limit.check('a')).toBeGreaterThan(0);
  });

  it('is logged once a window, not once a request', () => {
    const limit = limiter.limit({ name: 'noise', max: 1, perS: 60, byAddress: true });
    passed(limit, 100, '192.0.2.1');
    expect(logged).toEqual([{ limit: 'noise', address: '192.0.2.1' }]);
    nowMs += 60_001;
    passed(limit, 100, '192.0.2.1');
    expect(logged).toHaveLength(2);
  });
});

describe('several processes', () => {
  it('count together within a second', async () => {
    const [one, other] = [1, 2].map(() => createRateLimiter({ sql: database.sql }));
    if (!one || !other) throw new Error('two limiters');
    const options = { name: 'shared', max: 10, perS: 600 };
    const [here, there] = [one.limit(options), other.limit(options)];
    expect(passed(here, 6, 'a')).toBe(6);
    expect(passed(there, 3, 'a')).toBe(3);
    await one.sync();
    await other.sync();
    // The first process learns of the other's count with its own next flush.
    expect(passed(there, 5, 'a')).toBe(1);
    await other.sync();
    here.count('a');
    await one.sync();
    expect(here.check('a')).toBeGreaterThan(0);
    await Promise.all([one.close(), other.close()]);
  });

  it('go on by themselves when the database has no answer, and say so once', async () => {
    const logged: string[] = [];
    const broken = Object.assign(
      () => Promise.reject(new Error('gone')),
      {},
    ) as unknown as typeof database.sql;
    const limiter = createRateLimiter({
      sql: broken,
      log: { warn: (_details, message) => void logged.push(message) },
    });
    const limit = limiter.limit({ name: 'alone', max: 2, perS: 60 });
    expect(passed(limit, 5, 'a')).toBe(2);
    await limiter.sync();
    limit.count('b');
    await limiter.close();
    expect(logged.filter((message) => message.includes('counts rate limits on its own'))).toHaveLength(1);
  });
});

describe('messages that strangers cause', () => {
  const at = { now: new Date('2030-01-01T00:00:00Z') };
  const take = (given: Partial<StrangersMessage>) =>
    createMessageLimits({ sql: database.sql, now: () => at.now }).take({
      medium: 'email',
      recipients: ['ana@post.example'],
      address: '192.0.2.1',
      isNewcomer: true,
      ...given,
    });
  const figures = { emails: 8, emailsPerAddress: 4, emailsPerAccount: 3, emailsPerRecipient: 2, sms: 2 };
  beforeEach(async () => {
    await database.sql`truncate rate_limits.buckets`;
    await saveMessageLimits(database.sql, figures);
  });

  it('are limited by recipient, however the address is written', async () => {
    const spellings = [
      'a.na@gmail.com',
      'ANA@Gmail.com',
      ' ana+x@googlemail.com ',
      'a\u200bna@gmail.com',
      'ａna@gmail.com',
      'ana@gmail.com.',
    ];
    const waits = [];
    for (const [index, recipient] of spellings.entries())
      waits.push(await take({ recipients: [recipient], address: `192.0.2.${index}` }));
    expect(waits.map((wait) => wait === 0)).toEqual([true, true, false, false, false, false]);
    expect(waits[2]).toBe(1800);
  });

  it('are limited by network and by account, for all recipients together', async () => {
    let to = 0;
    const next = () => [`p${++to}@post.example`];
    for (let sent = 0; sent < 4; sent++)
      expect(await take({ recipients: next(), address: `2001:db8::${sent}` })).toBe(0);
    expect(await take({ recipients: next(), address: '2001:db8::ffff' })).toBeGreaterThan(0);
    const account = crypto.randomUUID();
    await database.sql`truncate rate_limits.buckets`;
    for (let sent = 0; sent < 3; sent++)
      expect(await take({ recipients: next(), address: `192.0.2.${sent}`, account })).toBe(0);
    expect(await take({ recipients: next(), address: '192.0.2.9', account })).toBeGreaterThan(0);
  });

  it('leave half of all messages to people with an account', async () => {
    let to = 0;
    const next = (isNewcomer: boolean) =>
      take({ recipients: [`p${++to}@post.example`], address: `192.0.2.${to}`, isNewcomer });
    for (let sent = 0; sent < 4; sent++) expect(await next(true)).toBe(0);
    expect(await next(true)).toBeGreaterThan(0);
    for (let sent = 0; sent < 4; sent++) expect(await next(false)).toBe(0);
    expect(await next(false)).toBe(450);
    at.now = new Date(at.now.getTime() + 451_000);
    expect(await next(false)).toBe(0);
  });

  it('hold across processes that ask at once, and one that is rejected uses up nothing', async () => {
    const waits = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        take({ recipients: [`q${index}@post.example`], address: `192.0.3.${index}` }),
      ),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(4);
    await database.sql`truncate rate_limits.buckets`;
    for (let sent = 0; sent < 2; sent++) await take({});
    expect(await take({})).toBeGreaterThan(0);
    // The rejected message did not count against its network.
    expect(await take({ recipients: ['x@post.example'] })).toBe(0);
    expect(await take({ recipients: ['y@post.example'] })).toBe(0);
    expect(await take({ recipients: ['z@post.example'] })).toBeGreaterThan(0);
  });

  it('are not limited at all where limits are off', async () => {
    await saveMessageLimits(database.sql, undefined);
    for (let sent = 0; sent < 20; sent++) expect(await take({})).toBe(0);
    const [counted] = await database.sql`select count(*)::integer as rows from rate_limits.buckets`;
    expect(counted?.rows).toBe(0);
  });

  it('cannot be read or reset by API roles', async () => {
    for (const role of ['anon', 'authenticated'])
      await expect(
        database.sql.begin(async (sql) => {
          await sql`select set_config('role', ${role}, true)`;
          await sql`select * from rate_limits.buckets`;
        }),
      ).rejects.toThrow(/permission denied/);
  });
});
