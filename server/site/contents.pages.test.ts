// What pages say and where their links and forms lead, for someone whose browser runs no scripts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlainVisitor, fieldNamed, withText } from '../testing/plain-visitor.ts';
import { all, first, type HtmlElement, spokenText, textOf } from '../testing/read-html.ts';
import { startSite, type TestSite } from '../testing/start-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.close());

const headings = (page: HtmlElement, level: number) =>
  all(page, `h${level}`).map((heading) => spokenText(heading).trim());

describe('finding a class', () => {
  it('filters by a plain form, and the address has no empty fields', async () => {
    const visitor = createPlainVisitor(site);
    await visitor.open('/classes');
    await visitor.send('Show', { Discipline: 'movement' });
    expect(visitor.path).toBe('/classes?discipline=movement');
    expect(headings(visitor.page, 3)).toContain('Morning body');
    expect(headings(visitor.page, 3)).not.toContain('Weaving a field');
  });

  it('shows the classes of an age, keeps it in the field, and shows all again', async () => {
    const visitor = createPlainVisitor(site);
    await visitor.open('/classes');
    await visitor.send('Show', { Age: '9' });
    expect(visitor.path).toBe('/classes?age=9');
    expect(headings(visitor.page, 2)).toContainEqual(expect.stringMatching(/for age 9$/));
    expect(headings(visitor.page, 3)).toContain('Radio for under-twelves');
    expect(headings(visitor.page, 3)).not.toContain('Patching by ear');
    expect(fieldNamed(visitor.page, 'Age').value).toBe('9');
    await visitor.follow('Show all');
    expect(visitor.path).toBe('/classes');
    expect(fieldNamed(visitor.page, 'Age').value ?? '').toBe('');
    expect(headings(visitor.page, 3)).toContain('Patching by ear');
  });

  it('offers what comes closest where nothing is found', async () => {
    const visitor = createPlainVisitor(site);
    await visitor.open('/classes?day=sun&discipline=word');
    expect([2, 3].flatMap((level) => headings(visitor.page, level))).toContainEqual(
      expect.stringMatching(/^Closest to it: /),
    );
    expect(withText(first(visitor.page, 'main'), 'a', /^See /).attributes.href).toMatch(/^\/classes\//);
  });

  it('says when, where, with whom, for how much, and what to bring', async () => {
    const visitor = createPlainVisitor(site);
    await visitor.open('/classes/breath-and-bowed-metal');
    const facts = textOf(first(visitor.page, 'aside', { 'aria-label': 'Price, places and facts' }));
    for (const fact of ['€24', 'Tuesdays and Fridays 18:00–19:30', 'Soft shoes'])
      expect(facts).toContain(fact);
    expect(facts).toMatch(/\d+ of 12 places left|All 12 places are taken/);
    const dates = [...all(visitor.page, 'ul'), ...all(visitor.page, 'ol')].map(textOf);
    expect(dates).toContainEqual(expect.stringContaining('18:00–19:30, studio 1'));
    await visitor.follow('Teo Marchetti');
    expect(visitor.path).toBe('/people/teo-marchetti');
  });
});

describe('the timetable', () => {
  it('opens a day by the address', async () => {
    const visitor = createPlainVisitor(site);
    await visitor.open('/timetable');
    await visitor.send(/^Sat /);
    expect(visitor.path).toMatch(/day=\d{4}-\d\d-\d\d$/);
    const day = withText(first(visitor.page, 'main'), 'button', /^Sat /);
    expect(day.attributes['aria-pressed']).toBe('true');
  });

  it('says in an empty week which day is next, and leads there', async () => {
    const visitor = createPlainVisitor(site);
    await visitor.open('/timetable?week=2001-01-01');
    const said = [1, 2, 3].flatMap((level) => headings(visitor.page, level));
    expect(said).toContainEqual(expect.stringMatching(/^Nothing on this week\. The next class is on/));
    await visitor.follow('Show that week');
    expect(all(visitor.page, '*', { class: /\bweek-session\b/ }).length).toBeGreaterThan(0);
  });
});

it('the radio page says what is on air, offers to listen, and shows what the grid holds', async () => {
  const visitor = createPlainVisitor(site);
  await visitor.open('/radio');
  expect(headings(visitor.page, 1)[0]).toMatch(/^On air until /);
  const now = first(visitor.page, '*', { class: /\bair-now\b/ });
  expect(withText(now, 'button', /^Listen to /)).toBeDefined();
  const coming = first(visitor.page, '*', { class: /\bair-list\b/ }).children.filter(
    (child) => typeof child !== 'string' && child.name === 'li',
  );
  expect(coming).toHaveLength(8);
  expect(textOf(coming[0] ?? '')).toContain('On air');
  expect(headings(visitor.page, 2)).toContain('This week');
});

it('works, people, the journal and the radio lead to each other', async () => {
  const visitor = createPlainVisitor(site);
  await visitor.open('/works/harbour-at-minus-six');
  await visitor.follow('Teo Marchetti');
  expect(headings(visitor.page, 1)).toEqual(['Teo Marchetti']);
  await visitor.follow(/^What the boatyard taught us about reverb/);
  expect(visitor.path).toMatch(/^\/journal\/what-the-boatyard/);
  await visitor.follow('Teo Marchetti');
  await visitor.follow(/^First Light/);
  expect(visitor.path).toBe('/radio/shows/first-light');
});

describe('a message to the studio', () => {
  it('is rejected with every problem at its field, keeps what was typed, and can be sent', async () => {
    const visitor = createPlainVisitor(site);
    const message = 'Is the loom free on Saturdays?';
    await visitor.open('/contact');
    await visitor.send('Send message', { Message: message });
    expect(visitor.status).toBe(422);
    const describedBy = (label: string) =>
      (fieldNamed(visitor.page, label)['aria-describedby'] ?? '')
        .split(' ')
        .map((id) => textOf(first(visitor.page, '*', { id })))
        .join(' ');
    expect(describedBy('Name')).toContain('Enter your name');
    expect(describedBy('Email')).toContain('email address that we can reply to');
    expect(fieldNamed(visitor.page, 'Email')['aria-invalid']).toBe('true');
    expect(textOf(first(visitor.page, 'textarea', { name: 'message' }))).toBe(message);
    await visitor.send('Send message', { Name: 'Clara', Email: 'clara@post.example' });
    expect(all(visitor.page, '*', { role: 'status' }).map(textOf).join()).toContain('Message sent');
    expect(textOf(first(visitor.page, 'textarea', { name: 'message' }))).toBe('');
    const stored = await site.sql`select name, email from public.contact_messages where message = ${message}`;
    expect([...stored]).toEqual([{ name: 'Clara', email: 'clara@post.example' }]);
  });

  it.each([undefined, '', 'nonsense'])('needs a fresh human check at the API: %s', async (bot_token) => {
    const body = { name: 'Clara', email: 'clara@post.example', message: 'Hello', bot_token };
    expect(await post('/api/contact', body)).toEqual([403, 'bot_check_failed']);
  });
});

it('a reader searches, subscribes to the newsletter, confirms by the email and unsubscribes', async () => {
  const visitor = createPlainVisitor(site);
  await visitor.open('/search');
  await visitor.send('Search', { 'Search the studio': 'undertow' });
  await visitor.follow('Undertow');
  const email = 'reader@post.example';
  await visitor.open('/newsletter');
  await visitor.send('Subscribe', { Email: email });
  expect(textOf(visitor.page)).toContain('We have saved your address.');
  await visitor.open(await linkMailedTo(email));
  await visitor.send('Confirm subscription');
  expect(headings(visitor.page, 1)).toEqual(['You are subscribed']);
  await visitor.send('Unsubscribe');
  expect(headings(visitor.page, 1)).toEqual(['You are unsubscribed']);
});

/** As the owner reads it: the link is shown while it is valid and nothing can send it. */
async function linkMailedTo(email: string): Promise<string> {
  const { cookie } = await site.signIn('owner');
  let id = '';
  await expect
    .poll(async () => {
      const [mail] = await site.sql`select id from public.outbox where to_address = ${email}`;
      id = String(mail?.id ?? '');
      return id;
    })
    .not.toBe('');
  const answer = await site.fetch(`/api/outbox/${id}`, { headers: { cookie } });
  const { text } = (await answer.json()) as { text: string };
  const { pathname, search } = new URL(/https?:\/\/\S+\/newsletter\S*/.exec(text)?.[0] ?? '');
  return pathname + search;
}

it.each(['nonsense', btoa('{"challenge":{},"solution":{}}')])(
  'a made-up token of the human check is rejected with a clear error: %s',
  async (token) => {
    expect(await post('/cloudflare/verify-turnstile', { token })).toEqual([403, 'bot_check_failed']);
  },
);

async function post(path: string, body: object): Promise<[status: number, code: string]> {
  const response = await site.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site.siteUrl },
    body: JSON.stringify(body),
  });
  return [response.status, ((await response.json()) as { code: string }).code];
}
