// Adding, changing, testing and deleting webhooks of the radio, for staff. They are read by supabase-js under row policies.
import type { Sql } from '#backend/database/driver/sql.ts';
import type { RateLimiter } from '#backend/limits/rate-limiter.ts';
import { MAX_WEBHOOKS, type WebhookTest } from '#contracts/radio-webhooks.ts';
import type { Radio } from '#radio/create-radio.ts';
import { type AuditNote, writeAudit } from '../../audit/write-audit.ts';
import { ApiError, apiErrors } from '../../http-kit/api-error.ts';
import { readJson } from '../../http-kit/read-json.ts';
import { newWebhookSecret } from '../../webhooks/send-webhook.ts';
import { type Asked, uuidOf } from '../station-guard.ts';
import type { WebhookSenderOptions } from './deliver-webhook.ts';
import { readWebhook } from './read-webhook.ts';
import type { EventData } from './render-request.ts';
import { sendToReceiver } from './send-to-receiver.ts';
import { createWebhookStore, type StoredWebhook } from './webhook-store.ts';
import { englishText } from './webhook-text.ts';

type Mount = (method: string, path: string, handle: (asked: Asked) => Promise<Response | object>) => unknown;

interface WebhookRoutesOptions {
  sql: Sql;
  radio: Pick<Radio, 'nowPlaying'>;
  limiter: RateLimiter;
  webhooks: WebhookSenderOptions;
}

const noWebhook = () => new ApiError(404, 'webhook_not_found', 'Webhook not found.');
const shown = (secret: string) => `whsec_${secret}`;

export function mountWebhookRoutes(
  mount: Mount,
  { sql, radio, limiter, webhooks }: WebhookRoutesOptions,
): void {
  const store = createWebhookStore(webhooks.secret);
  const testLimit = limiter.limit({ name: 'radio: webhook tests', max: 10, perS: 60 });
  const read = async (id: string): Promise<StoredWebhook> => {
    const webhook = await store.read(sql, uuidOf(id, noWebhook));
    if (!webhook) throw noWebhook();
    return webhook;
  };

  mount('POST', '/api/radio/webhooks', async ({ request, person }) => {
    const { values, secret } = readWebhook(await readJson(request), { ...webhooks, saved: undefined });
    const made = secret ?? newWebhookSecret();
    const id = await sql.begin(async (within) => {
      // One after the other: two requests together must not exceed the maximum.
      await within`select pg_advisory_xact_lock(hashtextextended('onda radio webhooks', 0))`;
      const [row] = await within<{ count: number }[]>`select count(*)::int from public.radio_webhooks`;
      if ((row?.count ?? 0) >= MAX_WEBHOOKS)
        throw new ApiError(409, 'too_many_webhooks', 'There are 20 webhooks already. Delete one first.');
      const added = await store.add(within, values, made);
      await writeAudit(within, noteOf('added_a_webhook', values, person.id));
      return added;
    });
    return Response.json({ id, secret: values.kind === 'standard' ? shown(made) : null }, { status: 201 });
  });

  mount('PUT', '/api/radio/webhooks/:id', async ({ request, id, person }) => {
    const saved = await read(id);
    const { values, secret } = readWebhook(await readJson(request), { ...webhooks, saved });
    await sql.begin(async (within) => {
      await store.change(within, saved.id, values, secret);
      await writeAudit(within, noteOf('changed_a_webhook', values, person.id));
    });
    return { id: saved.id };
  });

  mount('DELETE', '/api/radio/webhooks/:id', async ({ id, person }) => {
    const saved = await read(id);
    await sql.begin(async (within) => {
      await within`delete from public.radio_webhooks where id = ${saved.id}`;
      await writeAudit(within, noteOf('deleted_a_webhook', saved, person.id));
    });
    return { id: saved.id };
  });

  mount('POST', '/api/radio/webhooks/:id/secret', async ({ id, person }) => {
    const saved = await read(id);
    if (saved.kind !== 'standard')
      throw new ApiError(
        409,
        'no_signing_secret',
        'Only webhooks of the type Standard Webhooks have a signing secret.',
      );
    const secret = newWebhookSecret();
    await sql.begin(async (within) => {
      await store.replaceSecret(within, saved.id, secret);
      await writeAudit(within, noteOf('created_a_new_webhook_secret', saved, person.id));
    });
    return { secret: shown(secret) };
  });

  mount('POST', '/api/radio/webhooks/:id/test', async ({ id, person }): Promise<WebhookTest> => {
    const saved = await read(id);
    const waitS = testLimit.take(person.id);
    if (waitS > 0) throw apiErrors.tooMany(waitS);
    if (saved.secrets.length === 0)
      throw new ApiError(
        409,
        'webhook_secret_lost',
        'The saved secret can no longer be read. Enter it again or create a new one.',
      );
    const deliveryId = crypto.randomUUID();
    const at = new Date();
    const { isTaken, reason, status } = await sendToReceiver(
      saved,
      {
        id: deliveryId,
        event: 'webhook.test',
        at: at.toISOString(),
        data: presentData(radio),
        station: { name: radio.nowPlaying().station.name, siteUrl: webhooks.siteUrl },
      },
      webhooks,
    );
    await sql`
      insert into public.radio_webhook_deliveries (id, webhook_id, event, data, state, attempts, status, reason, created_at, finished_at)
      select ${deliveryId}, w.id, 'webhook.test', '{}', ${isTaken ? 'sent' : 'failed'}, 1, ${status},
        ${JSON.stringify(reason)}::text::jsonb, ${at}, clock_timestamp()
      from public.radio_webhooks w where w.id = ${saved.id}`;
    await writeAudit(sql, noteOf('tested_a_webhook', saved, person.id));
    return { is_taken: isTaken, answer: { ...reason, message: englishText(reason) } };
  });
}

/** What is on air now, so that a test looks like what will come. */
function presentData(radio: Pick<Radio, 'nowPlaying'>): EventData {
  const { now, show } = radio.nowPlaying();
  return {
    ...(now && {
      track: {
        id: now.trackId,
        kind: now.kind,
        title: now.title,
        artist: now.artist,
        album: now.album,
        started_at: now.startedAt,
        duration_ms: now.durationMs,
      },
    }),
    show: show && { id: show.id, slug: show.slug, title: show.title, host: show.host },
  };
}

function noteOf(
  action: AuditNote['action'],
  { name, kind, is_on }: Pick<StoredWebhook, 'name' | 'kind' | 'is_on'>,
  actorId: string,
): AuditNote {
  return { area: 'radio', action, subject: name, details: { kind, is_on }, actorId };
}
