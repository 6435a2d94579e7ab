import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { t } from '#app/language/messages.ts';
import { Ticket } from '#app/site/booking/ticket.tsx';
import { Tabs, TabsList, TabsTrigger } from '#app/ui/tabs.tsx';
import { inLanguage } from './current-language.ts';

const minutes = (code: string, ...counts: number[]) =>
  inLanguage(code, () => counts.map((count) => t('shared.dates.minutes_ago', { count })));

test('Portuguese has one form for one and another for all other numbers', () => {
  expect(minutes('pt', 0, 1, 2, 21)).toEqual([
    'há 0 minutos',
    'há 1 minuto',
    'há 2 minutos',
    'há 21 minutos',
  ]);
});

test('Arabic has six forms, with Western digits', () => {
  expect(minutes('ar', 0, 1, 2, 3, 11, 100, 103)).toEqual([
    'الآن',
    'قبل دقيقة',
    'قبل دقيقتين',
    'قبل 3 دقائق',
    'قبل 11 دقيقة',
    'قبل 100 دقيقة',
    'قبل 103 دقائق',
  ]);
});

test('tabs run in the direction of the page', () => {
  const tabs = () =>
    renderToStaticMarkup(
      <Tabs defaultValue="a">
        <TabsList>
          <TabsTrigger value="a">A</TabsTrigger>
        </TabsList>
      </Tabs>,
    );
  expect(inLanguage('ar', tabs)).toMatch(/^<div dir="rtl"/);
  expect(inLanguage('pt', tabs)).toMatch(/^<div dir="ltr"/);
});

test('the letters of an Arabic title stay joined on a ticket, those of a Latin one are set on the wave', () => {
  const first = {
    title: 'ورشة الطين',
    slug: 'clay',
    discipline: 'making',
    room: 'kiln',
    zone: 'Europe/Lisbon',
  };
  const times = { starts_at: '2026-11-20T18:00:00Z', ends_at: '2026-11-20T19:00:00Z', status: 'planned' };
  const order = {
    ...{ number: 'A1', kind: 'booking', state: 'confirmed', method: 'studio', currency: 'EUR' },
    ...{ total_cents: 2400, paid_cents: 0, dates: [], buyer: { name: 'ليلى' }, bookings: [] },
  };
  const ticket = (title: string) => {
    const Page = createRoutesStub([
      {
        path: '/',
        Component: () => (
          <Ticket
            order={order as never}
            first={{ ...first, ...times, title } as never}
            now={new Date('2026-11-16T12:00:00Z')}
            studio={{ address: 'Cais 14' }}
            qr={{ size: 1, d: '' }}
          />
        ),
      },
    ]);
    return inLanguage('ar', () => renderToStaticMarkup(<Page />));
  };
  expect(ticket('ورشة الطين')).toContain('<span>ورشة الطين</span>');
  expect(ticket('Clay')).toContain('class="wave-word"');
});
