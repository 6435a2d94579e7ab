import { expect, it } from 'vitest';
import { renderEmail } from './layout.ts';

const letter = {
  studioName: 'onda',
  siteUrl: 'https://onda.example',
  subject: 'November',
  heading: 'November',
  sentence: '',
  closing: 'You asked for it.',
};

it('headings, paragraphs, quotes and links stand in both parts, and nothing of them is markup', () => {
  const { text, html } = renderEmail({
    ...letter,
    blocks: [
      { kind: 'heading', text: 'Winter <term>' },
      { kind: 'text', text: 'Two lines\nof prose & more.' },
      { kind: 'quote', text: 'A voice\nand another' },
      { kind: 'link', text: 'See the classes', url: 'https://onda.example/classes?a=1&b="' },
    ],
  });
  expect(text).toContain('Winter <term>\n-------------');
  expect(text).toContain('> A voice\n> and another');
  expect(text).toContain('See the classes:\nhttps://onda.example/classes');
  expect(html).toContain('Winter &lt;term&gt;</h2>');
  expect(html).toContain('Two lines<br>of prose &amp; more.');
  expect(html).toContain('href="https://onda.example/classes?a=1&amp;b=&quot;"');
});

it('a link that is no web address is left out', () => {
  const blocks = [{ kind: 'link' as const, text: 'Run', url: 'javascript:alert(1)' }];
  const { text, html } = renderEmail({ ...letter, blocks });
  expect(text + html).not.toContain('javascript:');
});
