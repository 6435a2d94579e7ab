// Converts blocks to the editor's document and back. The document format is the editor library's; the blocks are what
// we store.
import type { Block, EmbedKind, Span } from '#contracts/blocks.ts';

interface DocMark {
  type: string;
  attrs?: Record<string, unknown>;
}

export interface DocNode {
  type: string;
  attrs?: Record<string, unknown>;
  content?: DocNode[];
  marks?: DocMark[];
  text?: string;
}

export function docOfBlocks(blocks: readonly Block[]): DocNode {
  const content = blocks.map(nodeOf);
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] };
}

export function blocksOfDoc(doc: DocNode): Block[] {
  const blocks = (doc.content ?? []).flatMap(blockOf);
  // Empty paragraphs only hold the cursor; they are not text.
  return blocks.filter((block) => !('text' in block) || block.text.length > 0);
}

function nodeOf(block: Block): DocNode {
  switch (block.kind) {
    case 'heading':
      return { type: 'heading', attrs: { level: block.level }, content: textOf(block.text) };
    case 'paragraph':
      return { type: 'paragraph', content: textOf(block.text) };
    case 'quote':
      return { type: 'quote', attrs: { by: block.by ?? '' }, content: textOf(block.text) };
    case 'list':
      return {
        type: block.ordered ? 'ordered_list' : 'bullet_list',
        content: block.items.map((item) => ({
          type: 'list_item',
          content: [{ type: 'paragraph', content: textOf(item) }],
        })),
      };
    case 'image':
      return { type: 'image', attrs: { media: block.media, caption: block.caption ?? '' } };
    case 'gallery':
      return { type: 'gallery', attrs: { pictures: block.pictures } };
    default:
      return { type: 'embed', attrs: { kind: block.kind, ref: block.ref } };
  }
}

function blockOf(node: DocNode): Block[] {
  const attrs = node.attrs ?? {};
  switch (node.type) {
    case 'heading':
      return [{ kind: 'heading', level: attrs.level === 3 ? 3 : 2, text: spansOf(node) }];
    case 'paragraph':
      return [{ kind: 'paragraph', text: spansOf(node) }];
    case 'quote': {
      const by = String(attrs.by ?? '').trim();
      return [{ kind: 'quote', text: spansOf(node), ...(by && { by }) }];
    }
    case 'bullet_list':
    case 'ordered_list': {
      const items = (node.content ?? [])
        .map((item) => (item.content ?? []).flatMap(spansOf))
        .filter((item) => item.length > 0);
      if (items.length === 0) return [];
      return [{ kind: 'list', ...(node.type === 'ordered_list' && { ordered: true }), items }];
    }
    case 'image': {
      const caption = String(attrs.caption ?? '').trim();
      return [{ kind: 'image', media: String(attrs.media), ...(caption && { caption }) }];
    }
    case 'gallery': {
      const pictures = (attrs.pictures as string[] | undefined) ?? [];
      return pictures.length > 0 ? [{ kind: 'gallery', pictures: [...pictures] }] : [];
    }
    case 'embed':
      return [{ kind: attrs.kind as EmbedKind, ref: String(attrs.ref) }];
    default:
      return [];
  }
}

function textOf(spans: readonly Span[]): DocNode[] {
  return spans
    .filter(({ text }) => text.length > 0)
    .map(({ text, bold, italic, href }) => {
      const marks: DocMark[] = [
        ...(href ? [{ type: 'link', attrs: { href } }] : []),
        ...(italic ? [{ type: 'em' }] : []),
        ...(bold ? [{ type: 'strong' }] : []),
      ];
      return { type: 'text', text, ...(marks.length > 0 && { marks }) };
    });
}

function spansOf(node: DocNode): Span[] {
  const spans = (node.content ?? []).flatMap(({ text, marks = [] }): Span[] => {
    if (!text) return [];
    const href = marks.find(({ type }) => type === 'link')?.attrs?.href;
    return [
      {
        text,
        ...(marks.some(({ type }) => type === 'strong') && { bold: true }),
        ...(marks.some(({ type }) => type === 'em') && { italic: true }),
        ...(typeof href === 'string' && { href }),
      },
    ];
  });
  const isBlank = spans.every(({ text }) => text.trim() === '');
  return isBlank ? [] : spans;
}
