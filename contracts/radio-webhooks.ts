// The radio's webhooks, as the server sends them and the dashboard shows them.
import type { AnsweredText, CodedText } from './coded-text.ts';

export const WEBHOOK_KINDS = ['standard', 'discord', 'mastodon', 'tunein'] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

export const WEBHOOK_EVENTS = [
  'track.started',
  'show.started',
  'show.ended',
  'live.started',
  'live.ended',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** What a template may name. */
export const TEMPLATE_NAMES = ['station', 'show', 'host', 'title', 'artist', 'link'] as const;
export const MAX_TEMPLATE_CHARACTERS = 400;
export const MAX_WEBHOOKS = 20;

export type WebhookTemplates = Partial<Record<WebhookEvent, string>>;

/** What is chosen when one is added: people who follow a chat or an account want shows, not every track. */
export const DEFAULT_EVENTS: Record<WebhookKind, readonly WebhookEvent[]> = {
  standard: ['track.started', 'show.started', 'show.ended', 'live.started', 'live.ended'],
  discord: ['show.started', 'live.started'],
  mastodon: ['show.started'],
  tunein: ['track.started'],
};

/** Whether its messages are sentences, which the studio writes. */
export function hasTemplates(kind: WebhookKind): boolean {
  return kind === 'discord' || kind === 'mastodon';
}

export interface RadioWebhook {
  id: string;
  name: string;
  kind: WebhookKind;
  address: string;
  account: string;
  events: WebhookEvent[];
  templates: WebhookTemplates;
  is_on: boolean;
  off_reason: 'gone' | 'failing' | null;
}

export interface WebhookDelivery {
  id: string;
  webhook_id: string;
  event: string;
  state: 'waiting' | 'sent' | 'failed' | 'skipped';
  attempts: number;
  status: number | null;
  reason: CodedText | null;
  created_at: string;
  next_attempt_at: string | null;
}

/** The answer to "Send test". */
export interface WebhookTest {
  is_taken: boolean;
  answer: AnsweredText;
}
