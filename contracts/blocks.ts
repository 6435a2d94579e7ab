// Written text as the database stores it: blocks of spans, never HTML. The database rejects anything else.
import * as v from 'valibot';

const span = v.object({
  text: v.string(),
  bold: v.optional(v.boolean()),
  italic: v.optional(v.boolean()),
  href: v.optional(v.string()),
});
export type Span = v.InferOutput<typeof span>;

const textBlock = v.variant('kind', [
  v.object({ kind: v.literal('heading'), level: v.picklist([2, 3]), text: v.array(span) }),
  v.object({ kind: v.literal('paragraph'), text: v.array(span) }),
  v.object({ kind: v.literal('quote'), text: v.array(span), by: v.optional(v.string()) }),
  v.object({
    kind: v.literal('list'),
    ordered: v.optional(v.boolean()),
    items: v.array(v.array(span)),
  }),
]);
export type TextBlock = v.InferOutput<typeof textBlock>;

const embedKind = v.picklist(['class', 'episode', 'work']);
export type EmbedKind = v.InferOutput<typeof embedKind>;

const block = v.variant('kind', [
  textBlock,
  v.object({ kind: v.literal('image'), media: v.string(), caption: v.optional(v.string()) }),
  v.object({ kind: v.literal('gallery'), pictures: v.array(v.string()) }),
  v.object({ kind: embedKind, ref: v.string() }),
]);
export type Block = v.InferOutput<typeof block>;

export const blocks = v.array(block);
