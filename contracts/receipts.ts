// What a receipt says, as the database stored it on the day it was issued.
import * as v from 'valibot';

const party = v.object({ name: v.string(), address: v.string(), tax_number: v.string() });

const receiptLine = v.object({
  /** Null: a voucher, which the page words. */
  title: v.nullable(v.string()),
  cents: v.number(),
  kind: v.optional(v.picklist(['pass', 'voucher'])),
  name: v.optional(v.string()),
  starts_at: v.optional(v.nullable(v.string())),
  zone: v.optional(v.nullable(v.string())),
  dates: v.optional(v.number()),
  is_cancelled: v.optional(v.boolean()),
  by_pass: v.optional(v.boolean()),
  voucher_cents: v.optional(v.number()),
});
export type ReceiptLine = v.InferOutput<typeof receiptLine>;

const receiptContent = v.object({
  kind: v.picklist(['payment', 'refund']),
  /** Of a refund: the receipts of what was paid. */
  refund_of: v.optional(v.array(v.string())),
  order_number: v.string(),
  order_kind: v.picklist(['booking', 'pass', 'voucher']),
  currency: v.string(),
  zone: v.string(),
  /** What was paid or went back, and when. */
  amount_cents: v.number(),
  method: v.picklist(['cash', 'card', 'transfer', 'card_at_studio', 'studio', 'credit']),
  at: v.string(),
  seller: v.object({ ...party.entries, legal_name: v.string(), register: v.string(), email: v.string() }),
  buyer: party,
  lines: v.array(receiptLine),
  total_cents: v.number(),
  /** After this payment or refund. */
  paid_cents: v.number(),
  tax: v.nullable(v.object({ name: v.string(), percent: v.number(), cents: v.number() })),
  /** Why there is no tax. */
  note: v.string(),
});

export const receiptView = v.object({
  id: v.string(),
  /** Null: of the sample studio. */
  number: v.nullable(v.string()),
  is_sample: v.boolean(),
  language: v.string(),
  issued_at: v.string(),
  content: receiptContent,
  /** A refund that the card service took back after its receipt was issued. */
  failed: v.boolean(),
});
export type ReceiptView = v.InferOutput<typeof receiptView>;
