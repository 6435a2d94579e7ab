// A receipt as it is shown, printed and written as PDF: worded and formatted in the buyer's language.
import * as v from 'valibot';

const text = v.string();

export const receiptPaper = v.object({
  id: text,
  language: text,
  direction: v.picklist(['ltr', 'rtl']),
  title: text,
  seller: v.object({ label: text, lines: v.array(text) }),
  buyer: v.object({ label: text, lines: v.array(text) }),
  facts: v.array(v.tuple([text, text])),
  head: v.tuple([text, text]),
  lines: v.array(v.object({ text, note: text, amount: text })),
  sums: v.array(v.object({ label: text, amount: text, isStrong: v.boolean() })),
  notes: v.array(text),
});
export type ReceiptPaper = v.InferOutput<typeof receiptPaper>;
