// Written text as the database stores it: blocks of spans, never HTML. The database rejects anything else.

export interface Span {
  text: string;
  bold?: boolean;
  italic?: boolean;
  href?: string;
}

export type TextBlock =
  | { kind: 'heading'; level: 2 | 3; text: Span[] }
  | { kind: 'paragraph'; text: Span[] }
  | { kind: 'quote'; text: Span[]; by?: string }
  | { kind: 'list'; ordered?: boolean; items: Span[][] };

export type EmbedKind = 'class' | 'episode' | 'work';

export type Block =
  | TextBlock
  | { kind: 'image'; media: string; caption?: string }
  | { kind: 'gallery'; pictures: string[] }
  | { kind: EmbedKind; ref: string };
