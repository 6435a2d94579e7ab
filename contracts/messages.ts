// What the database's functions for the inbox and the newsletter return.

import * as v from 'valibot';
import type { CodedText } from './coded-text.ts';
import { personToCall } from './programme.ts';

const messageEntry = v.object({
  id: v.number(),
  at: v.string(),
  kind: v.picklist(['reply', 'note', 'state', 'assigned']),
  body: v.string(),
  by: v.nullable(v.string()),
  mail_id: v.nullable(v.string()),
  mail_state: v.nullable(v.picklist(['waiting', 'held', 'sent', 'failed', 'discarded'])),
  mail_error: v.nullable(v.custom<CodedText>((given) => typeof given === 'object' && given !== null)),
});
export type MessageEntry = v.InferOutput<typeof messageEntry>;

export const fullMessage = v.object({
  ...v.entriesFromList(['id', 'name', 'email', 'message', 'received_at'], v.string()),
  /** Of the page that it was written on. */
  language: v.string(),
  answered_at: v.nullable(v.string()),
  state: v.picklist(['open', 'answered', 'done', 'spam']),
  assigned_to: v.nullable(v.string()),
  entries: v.array(messageEntry),
  staff: v.array(v.object({ id: v.string(), name: v.string() })),
  orders: v.array(v.object({ id: v.string(), number: v.string(), created_at: v.string() })),
});
export type FullMessage = v.InferOutput<typeof fullMessage>;

export const subscription = v.object({
  email: v.string(),
  state: v.picklist(['pending', 'confirmed', 'left']),
});

export interface NewsletterBlock {
  kind: 'heading' | 'text' | 'quote' | 'link';
  text: string;
  url?: string;
}

export const issueFigures = v.object(
  v.entriesFromList(
    ['readers', 'queued', 'written', 'skipped', 'sent', 'waiting', 'failed', 'left_since'],
    v.number(),
  ),
);
export type IssueFigures = v.InferOutput<typeof issueFigures>;

export const staffCounts = v.object(
  v.entriesFromList(['unpaid_orders', 'open_messages', 'failed_mails'], v.number()),
);

export const classMessage = v.object({ emails: v.number(), without_email: v.array(personToCall) });

export const emailStatus = v.object({
  is_connected: v.boolean(),
  /** A test email has arrived by the settings of now. */
  is_proven: v.boolean(),
  proven_at: v.nullable(v.string()),
});
