// Functions through the official client, against the host as a process.
import { createClient, FunctionsRelayError } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTarget, type Target } from '../rest/target.ts';

let target: Target;
beforeAll(async () => {
  target = await openTarget('select 1');
});
afterAll(() => target.close());

test('a function answers for itself, also when it is asked the wrong thing', async () => {
  const { error } = await target.anon.functions.invoke('calendar', { method: 'POST', body: {} });
  expect(error?.name).toBe('FunctionsHttpError');
  expect(error.context.status).toBe(405);
  const asked = await fetch(`${target.url}/functions/v1/podcast`, { method: 'OPTIONS' });
  expect([asked.status, asked.headers.get('access-control-allow-methods')]).toEqual([
    204,
    'GET, HEAD, OPTIONS',
  ]);
});

test('a function that is not there is the host’s failure', async () => {
  const { error } = await target.anon.functions.invoke('no-such-function');
  expect(error).toBeInstanceOf(FunctionsRelayError);
  expect(error.context.status).toBe(404);
  const stranger = createClient(target.url, 'wrong-key', { auth: { persistSession: false } });
  expect((await stranger.functions.invoke('no-such-function')).error).toBeInstanceOf(FunctionsRelayError);
});
