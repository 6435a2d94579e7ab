import { expect, test } from 'vitest';
import { fromXliff, toXliff } from './xliff.ts';

const source = {
  'site.booking': { places: '{count, plural, one {# place} other {# places}} & <b>more</b>', book: 'Book' },
};

test('XLIFF carries every sentence there and back, with markup and missing ones', () => {
  const sentences = {
    'site.booking': { places: '{count, plural, one {# lugar} other {# lugares}} & <b>mais</b>' },
  };
  const text = toXliff(source, { language: 'pt', sentences });
  expect(text).toContain('<unit id="book"><segment state="initial"><source>Book</source></segment></unit>');
  expect(fromXliff(text)).toEqual({ language: 'pt', sentences });
});

test('a unit that a program moved into a group and split is read whole', () => {
  const text = `<xliff version="2.0" srcLang="en" trgLang="de"><file id="site.booking"><group id="g"><unit id="book">
    <segment><source>Bo</source><target>Bu</target></segment><segment><source>ok</source><target>chen</target></segment>
    </unit></group></file></xliff>`;
  expect(fromXliff(text).sentences['site.booking']).toEqual({ book: 'Buchen' });
});

test('another file is rejected with what is expected', () => {
  expect(() => fromXliff('<note/>')).toThrow('not an XLIFF 2.0 file with a target language');
});
