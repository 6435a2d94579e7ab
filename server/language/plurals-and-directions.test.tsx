import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { t } from '#app/language/messages.ts';
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
