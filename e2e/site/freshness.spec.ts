import { serviceKey } from './service-key.ts';
import { expect, test } from './visitor.ts';

test('a change of content is on the public page soon, and the page is cached again afterwards', async ({
  request,
}) => {
  const headers = { apikey: serviceKey(), authorization: `Bearer ${serviceKey()}` };
  const post = '/rest/v1/posts?slug=eq.forty-one-first-poems';
  const [{ title }] = await (await request.get(`${post}&select=title`, { headers })).json();
  // Its own page: on the home page, entries that others write meanwhile may take its place.
  const entry = async () => {
    const response = await request.get('/journal/forty-one-first-poems');
    return { text: await response.text(), etag: response.headers().etag };
  };
  const before = await entry();
  expect(before.text).toContain(title);
  for (const wording of ['Forty-two first poems', title]) {
    const changed = await request.patch(post, { headers, data: { title: wording } });
    expect(changed.status()).toBe(204);
    await expect.poll(async () => (await entry()).text.includes(wording), { intervals: [50] }).toBe(true);
    const [first, second] = [await entry(), await entry()];
    expect(first.etag).toBeDefined();
    expect(second.etag).toBe(first.etag);
  }
});
