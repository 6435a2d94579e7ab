// Receipts as buyers and staff get them: pages and PDF files, in the buyer's language, for nobody else. And the imprint
// and the policies as visitors see them before and after the owner has confirmed them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { all, first, readHtml, textOf } from '../testing/read-html.ts';
import { startSite, type TestSite } from '../testing/start-site.ts';

let site: TestSite;
let staff: string;
let owner: string;
const order = { id: '', token: 'receipts-test-token', receipt: '' };

beforeAll(async () => {
  site = await startSite();
  [staff, owner] = (await Promise.all(
    (['staff', 'owner'] as const).map(async (role) => (await site.signIn(role)).cookie),
  )) as [string, string];
  const [made] = await site.sql`
    insert into public.orders (number, kind, state, buyer_name, buyer_email, buyer_tax_number, language, method, currency, total_cents)
    values ('RCPT1234', 'voucher', 'confirmed', 'Rui <b>Costa</b>', 'rui@post.example', 'PT 987', 'pt', 'studio', 'EUR', 2000)
    returning id`;
  order.id = made?.id;
  await site.sql`insert into private.order_links (order_id, token) values (${order.id}, ${order.token})`;
  const [paid] = await site.sql`
    insert into public.payments (order_id, amount_cents, currency, method) values (${order.id}, 2000, 'EUR', 'cash') returning id`;
  order.receipt = paid?.id;
});
afterAll(() => site?.close());

const page = async (path: string, cookie = '') => {
  const answer = await site.fetch(path, { headers: { cookie } });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

describe('a receipt', () => {
  it('is linked from the page of its order and opens in the language of its buyer', async () => {
    const booking = await page(`/booking/${order.token}`);
    const path = `/booking/${order.token}/receipts/${order.receipt}`;
    expect(booking.text).toContain(`href="${path}"`);
    const { status, text } = await page(path);
    expect(status).toBe(200);
    const sheet = first(readHtml(text), 'article', { class: 'receipt' });
    expect(sheet.attributes.lang).toBe('pt');
    expect(textOf(sheet)).toMatch(/Recibo R-\d{5}.*Rui <b>Costa<\/b>.*PT 987.*Vale.*20,00/);
    expect(text).toContain('noindex');
  });

  it('is a PDF for anyone who has the link, and for staff', async () => {
    for (const [path, cookie] of [
      [`/booking/${order.token}/receipts/${order.receipt}/receipt.pdf`, ''],
      [`/pt/booking/${order.token}/receipts/${order.receipt}/receipt.pdf`, ''],
      [`/dashboard/receipts/${order.id}/${order.receipt}/receipt.pdf`, staff],
    ] as const) {
      const answer = await site.fetch(path, { headers: { cookie } });
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers.get('content-type')).toBe('application/pdf');
      expect(answer.headers.get('cache-control')).toContain('no-store');
      expect(
        Buffer.from(await answer.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-');
    }
  });

  it('is shown to staff under its order', async () => {
    const { status, text } = await page(`/dashboard/receipts/${order.id}`, staff);
    expect(status).toBe(200);
    expect(text).toContain(`/dashboard/receipts/${order.id}/${order.receipt}/receipt.pdf`);
  });

  it('is found by nobody else', async () => {
    const { cookie } = await site.signIn();
    for (const path of [
      `/booking/another-token/receipts/${order.receipt}`,
      `/booking/another-token/receipts/${order.receipt}/receipt.pdf`,
      `/booking/${order.token}/receipts/00000000-0000-4000-8000-000000000000`,
      `/dashboard/receipts/${order.id}`,
      `/dashboard/receipts/${order.id}/${order.receipt}/receipt.pdf`,
      '/dashboard/receipts/nothing',
    ])
      expect([path, (await page(path, cookie)).status]).toEqual([path, 404]);
  });
});

describe('the payments of a year', () => {
  it('are a file of words with receipts, in the language of the page', async () => {
    const { text } = await page(
      `/dashboard/payments.csv?year=${new Date().getUTCFullYear()}&search=RCPT1234`,
      staff,
    );
    const [head, line, ...more] = text
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n');
    expect(head).toContain('Date,Time,Kind,Receipt,Order,Class');
    expect(line).toMatch(/^\d{4}-\d\d-\d\d,\d\d:\d\d,payment,R-\d{5},RCPT1234,Voucher,.*,cash,done,20,/);
    expect(more).toEqual([]);
    const before = await page('/dashboard/payments.csv?year=2001', staff);
    expect(before.text.trim().split('\r\n')).toHaveLength(1);
  });
});

describe('policies and imprint', () => {
  it('are drafts until the owner has confirmed them, then dated', async () => {
    expect((await page('/policies/cancellation')).text).toContain('has not confirmed yet');
    await site.sql`insert into public.policy_confirmations (slug, confirmed_on, facts)
      values ('cancellation', '2026-03-01', private.policy_facts('cancellation'))`;
    await expect
      .poll(async () => (await page('/policies/cancellation')).text)
      .toContain('In force since 1 March 2026');
    await site.sql`update public.cancellation_policies set full_until_h = 36`;
    await expect
      .poll(async () => (await page('/pt/policies/cancellation')).text)
      .toMatch(/36 horas[\s\S]*ainda não confirmou/);
  });

  it('name the seller once the owner has set it', async () => {
    expect((await page('/policies/imprint')).status).toBe(404);
    await site.sql`update public.business set legal_name = 'Norte, Lda.', tax_number = 'PT 501'`;
    await expect.poll(async () => (await page('/policies/imprint')).status).toBe(200);
    const { text } = await page('/policies/imprint');
    expect(text).toMatch(/Norte, Lda\.[\s\S]*PT 501/);
    const links = all(readHtml((await page('/')).text), 'a', { href: '/policies/imprint' });
    expect(links).toHaveLength(1);
  });

  it('are listed for the owner, who alone opens the business details', async () => {
    expect((await page('/dashboard/settings/business', owner)).text).toContain('House rules');
    expect((await page('/dashboard/settings/business', staff)).status).toBe(403);
  });
});
