// The request that tells a receiver of an event, in its own format: Standard Webhooks, Discord, Mastodon, TuneIn.
// Sends nothing.
import type {
  TEMPLATE_NAMES,
  WebhookEvent,
  WebhookKind,
  WebhookTemplates,
} from '#contracts/radio-webhooks.ts';
import { type OutsideRequest, signedRequest } from '../../webhooks/send-webhook.ts';

interface WebhookShow {
  id: string;
  slug: string;
  title: string;
  host: string | null;
  starts_at?: string;
  ends_at?: string;
}

/** As the database stores it (private.add_webhook_event). */
export interface EventData {
  track?: {
    id: string | null;
    kind: string;
    title: string;
    artist: string;
    album: string;
    started_at: string;
    duration_ms: number | null;
  };
  live?: { id: string; host: string | null; started_at: string; ended_at: string | null };
  show?: WebhookShow | null;
}

export interface Receiver {
  kind: WebhookKind;
  address: string;
  account: string;
  templates: WebhookTemplates;
  /** The one in use first; the one before it signs, too, for a while. */
  secrets: readonly string[];
}

export interface Occasion {
  /** Of this message, the same at every try. */
  id: string;
  event: WebhookEvent | 'webhook.test';
  at: string;
  data: EventData;
  station: { name: string; siteUrl: string };
}

const TUNEIN_URL = 'http://air.radiotime.com/Playing.ashx';
const DISCORD_CHARACTERS = 2000;
const MASTODON_CHARACTERS = 500;

export function renderRequest(
  receiver: Receiver,
  occasion: Occasion,
  tuneInUrl = TUNEIN_URL,
): OutsideRequest {
  const [secret = ''] = receiver.secrets;
  const json = { 'content-type': 'application/json' };
  switch (receiver.kind) {
    case 'standard':
      return signedRequest(receiver.address, receiver.secrets, {
        id: `msg_${occasion.id}`,
        body: JSON.stringify(standardBody(occasion)),
      });
    case 'discord':
      return {
        method: 'POST',
        url: secret,
        headers: json,
        body: JSON.stringify({
          content: cut(textOf(receiver, occasion), DISCORD_CHARACTERS),
          // A title that reads @everyone notifies nobody.
          allowed_mentions: { parse: [] },
        }),
      };
    case 'mastodon':
      return {
        method: 'POST',
        url: `${receiver.address}/api/v1/statuses`,
        headers: { ...json, authorization: `Bearer ${secret}`, 'idempotency-key': occasion.id },
        body: JSON.stringify({
          status: cut(textOf(receiver, occasion), MASTODON_CHARACTERS),
          // A test is seen by the account alone.
          visibility: occasion.event === 'webhook.test' ? 'direct' : 'public',
        }),
      };
    case 'tunein':
      return { method: 'GET', url: tuneInAddress(receiver, occasion, tuneInUrl), headers: {} };
  }
}

function standardBody({ event, at, data, station: { name, siteUrl } }: Occasion) {
  const { show, ...rest } = data;
  return {
    type: event,
    timestamp: at,
    data: {
      station: { name, url: siteUrl, listen_url: `${siteUrl}/radio/live.mp3` },
      ...rest,
      ...(show !== undefined && { show: show && { ...show, url: showUrl(show, siteUrl) } }),
    },
  };
}

function tuneInAddress(
  { account, address, secrets }: Receiver,
  { data, station }: Occasion,
  base: string,
): string {
  const url = new URL(base);
  const { track } = data;
  const fields = {
    partnerId: account,
    partnerKey: secrets[0] ?? '',
    id: address,
    title: track?.title ?? data.show?.title ?? station.name,
    artist: track?.artist || data.show?.host || station.name,
    ...(track?.album && { album: track.album }),
  };
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.href;
}

function textOf({ templates }: Receiver, { event, data, station }: Occasion): string {
  const { show, track, live } = data;
  const values: Record<(typeof TEMPLATE_NAMES)[number], string> = {
    station: station.name,
    show: show?.title ?? station.name,
    host: live?.host ?? show?.host ?? station.name,
    title: track?.title ?? show?.title ?? station.name,
    artist: track?.artist || station.name,
    link: show ? showUrl(show, station.siteUrl) : `${station.siteUrl}/radio`,
  };
  // A test shows the text of the first event.
  const template = event === 'webhook.test' ? Object.values(templates)[0] : templates[event];
  return (template ?? '{show}').replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    name in values ? withoutMentions(values[name as keyof typeof values]) : whole,
  );
}

/** A title with an @ names nobody's account. */
function withoutMentions(value: string): string {
  return value.replaceAll(/@(?=\w)/g, '@\u200b');
}

function showUrl({ slug }: WebhookShow, siteUrl: string): string {
  return `${siteUrl}/radio/shows/${encodeURIComponent(slug)}`;
}

function cut(text: string, max: number): string {
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
}
