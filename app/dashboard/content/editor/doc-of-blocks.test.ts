import { expect, it } from 'vitest';
import type { Block } from '#contracts/blocks.ts';
import { blocksOfDoc, docOfBlocks } from './doc-of-blocks.ts';
import { schema } from './schema.ts';

const ID = '6f1c1d1e-0000-4000-8000-000000000000';
const every: Block[] = [
  { kind: 'heading', level: 2, text: [{ text: 'Cold mornings' }] },
  {
    kind: 'paragraph',
    text: [
      { text: 'A hull is ' },
      { text: 'a room', bold: true },
      { text: ' turned ' },
      { text: 'inside out', italic: true, href: '/works/nobody-leads' },
    ],
  },
  { kind: 'list', items: [[{ text: 'tape' }], [{ text: 'frames', bold: true }]] },
  { kind: 'list', ordered: true, items: [[{ text: 'first' }]] },
  { kind: 'quote', text: [{ text: 'It waits.' }], by: 'Abel' },
  { kind: 'image', media: ID, caption: 'Frame twelve' },
  { kind: 'gallery', pictures: [ID] },
  { kind: 'class', ref: ID },
  { kind: 'episode', ref: ID },
  { kind: 'work', ref: ID },
];

it('converts every kind of block to the editor and back without changes', () => {
  const doc = schema.nodeFromJSON(docOfBlocks(every));
  doc.check();
  expect(blocksOfDoc(doc.toJSON())).toEqual(every);
});

it('gives an empty text a paragraph for the cursor and saves it as empty', () => {
  const doc = schema.nodeFromJSON(docOfBlocks([]));
  doc.check();
  expect(blocksOfDoc(doc.toJSON())).toEqual([]);
});

it('leaves out blank paragraphs and empty list items', () => {
  const doc = docOfBlocks([
    { kind: 'paragraph', text: [{ text: '  ' }] },
    { kind: 'list', items: [[{ text: ' ' }]] },
    { kind: 'paragraph', text: [{ text: 'Words' }] },
  ]);
  expect(blocksOfDoc(doc)).toEqual([{ kind: 'paragraph', text: [{ text: 'Words' }] }]);
});
