import { t } from '#app/language/messages.ts';
import type { WebhookEvent, WebhookKind } from '#contracts/radio-webhooks.ts';

export function kindLabel(kind: WebhookKind): string {
  return t(`dashboard.webhooks.kind_${kind}`);
}

export function eventLabel(event: string): string {
  return EVENT_LABELS[event]?.() ?? event;
}

const EVENT_LABELS: Record<string, () => string> = {
  'track.started': () => t('dashboard.webhooks.event_track_started'),
  'show.started': () => t('dashboard.webhooks.event_show_started'),
  'show.ended': () => t('dashboard.webhooks.event_show_ended'),
  'live.started': () => t('dashboard.webhooks.event_live_started'),
  'live.ended': () => t('dashboard.webhooks.event_live_ended'),
  'webhook.test': () => t('dashboard.webhooks.event_test'),
};

/** The text that a new webhook begins with. */
export function defaultTemplate(event: WebhookEvent): string {
  // The placeholders are the webhook's own, filled in when it is sent.
  const names = { show: '{show}', host: '{host}', title: '{title}', artist: '{artist}', link: '{link}' };
  switch (event) {
    case 'track.started':
      return t('dashboard.webhooks.template_track_started', names);
    case 'show.started':
      return t('dashboard.webhooks.template_show_started', names);
    case 'show.ended':
      return t('dashboard.webhooks.template_show_ended', names);
    case 'live.started':
      return t('dashboard.webhooks.template_live_started', names);
    case 'live.ended':
      return t('dashboard.webhooks.template_live_ended', names);
  }
}
