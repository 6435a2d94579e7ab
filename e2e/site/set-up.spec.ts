import { expect, test } from './visitor.ts';

test('a wrong set-up link is rejected with an error and changes nothing', async ({ request }) => {
  const response = await request.post('/api/setup', { data: { token: 'guess', name: 'mine' } });
  expect(response.status()).toBe(403);
  expect((await response.json()).message).toContain('set-up link');
  expect(await (await request.get('/')).text()).toContain('<title>onda</title>');
});
