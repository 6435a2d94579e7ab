// What a text may contain. Pasted content is fitted to this schema, which is how it is cleaned.
import { type NodeSpec, Schema } from 'prosemirror-model';

const GOOD_ADDRESS = /^(https?:\/\/\S+|mailto:\S+|\/(?!\/)\S*|#[a-z0-9-]+)$/i;

/** A safe URL for a link; undefined for scripts and invalid ones. */
export function cleanAddress(given: string): string | null {
  const address = given.trim();
  if (GOOD_ADDRESS.test(address)) return address;
  // "www.example.org" and "example.org/page" become https URLs.
  if (/^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(address)) return `https://${address}`;
  return /^\S+@\S+\.\S+$/.test(address) ? `mailto:${address}` : null;
}

function isId(given: string | undefined): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(given ?? '');
}

function plainBlock(tag: string, content: string): NodeSpec {
  return { group: 'block', content, parseDOM: [{ tag }], toDOM: () => [tag, 0] };
}

export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: plainBlock('p', 'text*'),
    heading: {
      group: 'block',
      content: 'text*',
      defining: true,
      attrs: { level: { default: 2 } },
      parseDOM: [
        { tag: 'h1', attrs: { level: 2 } },
        { tag: 'h2', attrs: { level: 2 } },
        { tag: 'h3', attrs: { level: 3 } },
        { tag: 'h4', attrs: { level: 3 } },
        { tag: 'h5', attrs: { level: 3 } },
        { tag: 'h6', attrs: { level: 3 } },
      ],
      toDOM: (node) => [node.attrs.level === 3 ? 'h3' : 'h2', 0],
    },
    quote: {
      group: 'block',
      content: 'text*',
      defining: true,
      attrs: { by: { default: '' } },
      parseDOM: [{ tag: 'blockquote' }],
      toDOM: (node) => ['blockquote', { 'data-by': node.attrs.by }, 0],
    },
    bullet_list: plainBlock('ul', 'list_item+'),
    ordered_list: plainBlock('ol', 'list_item+'),
    list_item: {
      content: 'paragraph',
      defining: true,
      parseDOM: [{ tag: 'li' }],
      toDOM: () => ['li', 0],
    },
    image: {
      group: 'block',
      atom: true,
      draggable: true,
      attrs: { media: {}, caption: { default: '' } },
      toDOM: (node) => ['figure', { 'data-media': node.attrs.media }],
      parseDOM: [
        {
          tag: 'figure[data-media]',
          getAttrs: (element) => isId(element.dataset.media) && { media: element.dataset.media },
        },
      ],
    },
    gallery: {
      group: 'block',
      atom: true,
      draggable: true,
      attrs: { pictures: { default: [] } },
      toDOM: (node) => ['div', { 'data-pictures': (node.attrs.pictures as string[]).join(' ') }],
      parseDOM: [
        {
          tag: 'div[data-pictures]',
          getAttrs: (element) => ({ pictures: (element.dataset.pictures ?? '').split(' ').filter(isId) }),
        },
      ],
    },
    embed: {
      group: 'block',
      atom: true,
      draggable: true,
      attrs: { kind: {}, ref: {} },
      toDOM: (node) => ['div', { 'data-embed': node.attrs.kind, 'data-ref': node.attrs.ref }],
      parseDOM: [
        {
          tag: 'div[data-embed]',
          getAttrs: ({ dataset }) =>
            /^(class|episode|work)$/.test(dataset.embed ?? '') &&
            isId(dataset.ref) && { kind: dataset.embed, ref: dataset.ref },
        },
      ],
    },
    text: {},
  },
  marks: {
    link: {
      attrs: { href: {} },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (element) => {
            const href = cleanAddress(element.getAttribute('href') ?? '');
            return href ? { href } : false;
          },
        },
      ],
      toDOM: (mark) => ['a', { href: mark.attrs.href }, 0],
    },
    em: { parseDOM: [{ tag: 'i' }, { tag: 'em' }], toDOM: () => ['em', 0] },
    strong: { parseDOM: [{ tag: 'b' }, { tag: 'strong' }], toDOM: () => ['strong', 0] },
  },
});
