// A receipt as it is shown, printed and written as PDF: worded and formatted in the buyer's language.

interface Party {
  label: string;
  lines: string[];
}

export interface ReceiptPaper {
  id: string;
  language: string;
  direction: 'ltr' | 'rtl';
  title: string;
  seller: Party;
  buyer: Party;
  facts: [label: string, value: string][];
  head: [description: string, amount: string];
  lines: { text: string; note: string; amount: string }[];
  sums: { label: string; amount: string; isStrong: boolean }[];
  notes: string[];
}
