import { expect, it } from 'vitest';
import { relatedWorks } from './related-works.ts';

it('shows works of the same discipline first and fills up with others in their order', () => {
  const works = [
    { slug: 'poem', discipline: 'word' },
    { slug: 'kettle', discipline: 'sound' },
    { slug: 'print', discipline: 'image' },
    { slug: 'hum', discipline: 'sound' },
  ];
  const slugs = (discipline: string, limit: number) =>
    relatedWorks(works, discipline, limit).map(({ slug }) => slug);
  expect(slugs('sound', 2)).toEqual(['kettle', 'hum']);
  expect(slugs('word', 3)).toEqual(['poem', 'kettle', 'print']);
});
