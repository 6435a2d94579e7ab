import { expect, it } from 'vitest';
import { renderEmail } from './layout.ts';

const email = {
  studioName: 'onda',
  defaultLanguage: 'en',
  siteUrl: 'https://onda.example',
  subject: 'November',
  heading: 'November',
  intro: '',
  closing: 'You subscribed to this newsletter.',
};

it('renders headings, paragraphs, quotes and links in both parts and escapes their text', () => {
  const { text, html } = renderEmail({
    ...email,
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

it('leaves out links that are not web addresses', () => {
  const blocks = [{ kind: 'link' as const, text: 'Run', url: 'javascript:alert(1)' }];
  const { text, html } = renderEmail({ ...email, blocks });
  expect(text + html).not.toContain('javascript:');
});
