import { expect, test } from 'vitest';
import type { AuthMail } from '#backend/auth/options.ts';
import type { BookingDate, OrderView } from '#contracts/booking.ts';
import type { WaitView } from '#contracts/waitlist.ts';
import { bookingEmails } from '../../booking/booking-emails.ts';
import { waitlistEmails } from '../../booking/waitlist-emails.ts';
import { inLanguage } from '../../language/current-language.ts';
import { readSentences } from '../../language/read-catalogues.ts';
import { composeAuthMail, formatDuration } from './auth-mail.ts';
import { renderEmail } from './layout.ts';

const site = { siteUrl: 'https://harbour.example', defaultLanguage: 'en' };
const studio = {
  ...site,
  name: 'Harbour',
  address: 'Cais 1',
  email: '',
  zone: 'Europe/Lisbon',
  transferAccount: '',
};
const date: BookingDate = {
  id: 'd',
  pool_id: 'p',
  starts_at: '2026-11-17T18:00:00Z',
  ends_at: '2026-11-17T19:30:00Z',
  zone: 'Europe/Lisbon',
  status: 'planned',
  sequence: 0,
  is_online: false,
  room: 'sala 2',
  title: 'Barro',
  slug: 'barro',
  kind: 'class',
  discipline: 'making',
  teacher: 'Inês',
  bring: '',
};
const booking = (name: string) => ({
  id: name,
  name,
  state: 'seated',
  pool_id: 'p',
  policy: { full_until_h: 24, late_credit_percent: 50 },
});
const order = (...names: string[]) =>
  ({
    kind: 'booking',
    number: 'A1',
    order_token: 'token',
    method: 'studio',
    total_cents: 2450,
    paid_cents: 0,
    currency: 'EUR',
    bookings: names.map(booking),
    dates: [date],
    buyer: { name: 'Ana' },
  }) as unknown as OrderView;
const wait = (places: number) => ({ places, position: null, waitlist_token: 'w' }) as WaitView;

test('an email about a booking is written in the language of the moment, with its dates, prices and lists', () => {
  const email = inLanguage('pt', () => bookingEmails.confirmation(order('Ana', 'Rui', 'Eva'), studio));
  expect(email.subject).toBe('Reserva confirmada: Barro, ter, 17 nov 2026, 18:00 a 19:30');
  expect(email.intro).toBe('Barro com Inês. Os seus lugares estão reservados. Esperamos por si.');
  expect(email.button?.url).toBe('https://harbour.example/pt/booking/token');
  expect(Object.fromEntries(email.facts ?? [])).toMatchObject({
    Para: 'Ana, Rui e Eva',
    Pagamento: '24,50\u00a0€ no estúdio, antes do início',
  });
  const one = inLanguage('pt', () => bookingEmails.confirmation(order('Ana'), studio));
  expect(one.intro).toContain('O seu lugar está reservado.');
});

test('plurals follow the rules of the language', () => {
  const heading = (code: string, places: number) =>
    inLanguage(code, () => waitlistEmails.offer(wait(places), studio, date, '').heading);
  expect([1, 2].map((places) => heading('en', places))).toEqual([
    'A place is free for you',
    '2 places are free for you',
  ]);
  expect([1, 2].map((places) => heading('pt', places))).toEqual([
    'Há um lugar livre para si',
    'Há 2 lugares livres para si',
  ]);
  expect([1, 2, 3, 11].map((places) => heading('ar', places))).toEqual([
    'هناك مكان شاغر لك',
    'هناك مكانان شاغران لك',
    'هناك 3 أماكن شاغرة لك',
    'هناك 11 مكانًا شاغرًا لك',
  ]);
  expect(inLanguage('pt', () => [3600, 7200, 300].map(formatDuration))).toEqual([
    'uma hora',
    '2 horas',
    '5 minutos',
  ]);
});

test('the HTML of an email names its language and direction, and links to the site in it', () => {
  const render = () =>
    renderEmail({
      ...site,
      studioName: 'Harbour',
      subject: 'x',
      heading: 'x',
      intro: '',
      closing: '',
      blocks: [{ kind: 'quote', text: 'q' }],
    });
  expect(render().html).toContain('<html lang="en" dir="ltr">');
  const arabic = inLanguage('ar', render);
  expect(arabic.html).toContain('<html lang="ar" dir="rtl">');
  expect(arabic.html).toContain('border-right:4px');
  expect(arabic.html).toContain('href="https://harbour.example/ar"');
  expect(arabic.text).toContain('Harbour\nhttps://harbour.example/ar\n');
});

test('an email about an account is written in its language; an unknown language is English', () => {
  const mail = {
    kind: 'invite',
    to: 'a@b.pt',
    code: '123456',
    actionUrl: 'https://x',
    userId: 'u',
  } as AuthMail;
  const about = {
    ...site,
    studioName: 'Harbour',
    lifeS: 3600,
    inviteLifeS: 604_800,
    invitation: { inviter: 'Ida', roles: ['member', 'teacher', 'host'] },
  };
  const portuguese = inLanguage('pt', () => composeAuthMail(mail, about));
  expect(portuguese.subject).toMatch(/^Convite de Ida /);
  expect(portuguese.text).toContain('como docente e apresentador.');
  expect(portuguese.text).toContain('A ligação é válida durante 7 dias e o código durante uma hora.');
  expect(inLanguage('xx', () => composeAuthMail(mail, about)).subject).toBe(
    'Ida invites you to join Harbour',
  );
});

test('every text of the emails exists in Portuguese', () => {
  const [english, portuguese] = [readSentences('en'), readSentences('pt')];
  const areas = Object.keys(english).filter((area) => /^(email|server)\./.test(area));
  const missing = areas.flatMap((area) =>
    Object.keys(english[area] ?? {}).filter((name) => !portuguese[area]?.[name]),
  );
  expect(missing).toEqual([]);
});
