// Routes of the radio dashboard: library, queue, passwords, log, figures. Lists are read by supabase-js under row
// policies (radio_* tables); here is what needs the station itself.
import { join } from 'node:path';
import { Hono } from 'hono';
import * as v from 'valibot';
import type { Sql } from '#backend/database/driver/sql.ts';
import type { RateLimiter } from '#backend/limits/rate-limiter.ts';
import type { Radio } from '#radio/create-radio.ts';
import type { RecordingSpace } from '#radio/live/recording-space.ts';
import { englishText, stationText } from '#radio/station-text.ts';
import { isStaff } from '../accounts/staff-rules.ts';
import type { VisitorClients } from '../accounts/visitor-client.ts';
import { sendFile } from '../http/send-file.ts';
import { ApiError, apiErrors } from '../http-kit/api-error.ts';
import { readBody } from '../http-kit/read-body.ts';
import { connectionSettings } from './connection-settings.ts';
import type { ControlRoomEvents } from './control-room-events.ts';
import type { DatabaseStationLog } from './database-station-log.ts';
import { removeEpisodeCover, saveEpisodeCover } from './episode-covers.ts';
import { receiveEpisode } from './episode-uploads.ts';
import { historyCsv } from './history-csv.ts';
import { makePassword, removePassword } from './live-access.ts';
import type { Sounds } from './open-sounds.ts';
import { royaltiesCsv } from './royalties/royalties-csv.ts';
import { clockDraft, simulateClock } from './simulate-clock.ts';
import type { Live } from './start-live.ts';
import {
  type Asked,
  createStationGuard,
  type Guard,
  radioErrors,
  requireHost,
  requireStation,
  uuidOf,
} from './station-guard.ts';
import { receiveTrack } from './track-uploads.ts';
import type { WebhookSenderOptions } from './webhooks/deliver-webhook.ts';
import { mountWebhookRoutes } from './webhooks/webhook-routes.ts';

export interface DashboardOptions {
  radio: Radio;
  live: Live;
  controlRoom: ControlRoomEvents;
  stationLog: Pick<DatabaseStationLog, 'event'>;
  sql: Sql;
  sounds: Sounds;
  space: RecordingSpace;
  clients: VisitorClients;
  folder: string;
  siteUrl: string;
  maxUploadBytes: number;
  clientIp: (request: Request) => string;
  limiter: RateLimiter;
  reload: () => Promise<void>;
  webhooks: WebhookSenderOptions;
}

const MAX_QUEUED = 100;
const queueMessage = `Send a list of at most ${MAX_QUEUED} tracks.`;
const queue = v.object({
  track_ids: v.pipe(v.array(v.string(queueMessage), queueMessage), v.maxLength(MAX_QUEUED, queueMessage)),
});

export function createDashboardRoutes(options: DashboardOptions): Hono {
  const { radio, live, stationLog, sql, sounds, space, folder, siteUrl, reload } = options;
  const admit = createStationGuard(options);
  const app = new Hono();
  const mount =
    (guard: Guard) =>
    (
      method: string,
      path: string,
      handle: (asked: Asked) => Promise<Response | object>,
      takesFiles = false,
    ) =>
      app.on(method, path, ({ req }) => admit(req.raw, req.param('id') ?? '', { guard, takesFiles }, handle));
  const forStaff = mount(requireStation);
  const forHosts = mount(requireHost);

  forHosts(
    'POST',
    '/api/radio/tracks',
    async ({ request, person }) => {
      const maxBytes = options.maxUploadBytes;
      const track = await receiveTrack(request, {
        sql,
        radio,
        sounds,
        folder,
        maxBytes,
        userId: person.id,
        onAdded: reload,
      });
      return Response.json(track, { status: 201 });
    },
    true,
  );
  forHosts('DELETE', '/api/radio/tracks/:id', async ({ id, person, roles }) => {
    const [track] = await sql<{ file: string; cover_file: string | null }[]>`
      delete from public.radio_tracks where id = ${uuidOf(id, radioErrors.noTrack)}
        and (${isStaff(roles)} or added_by = ${person.id})
      returning file, cover_file`;
    if (!track) throw radioErrors.noTrack();
    await radio.files.remove(track.file);
    if (track.cover_file) await radio.files.remove(track.cover_file);
    await radio.refreshFiles();
    return { id };
  });
  forHosts('GET', '/api/radio/tracks/:id/audio', async ({ id, request, person, roles }) => {
    const [track] = await sql<{ file: string }[]>`
      select file from public.radio_tracks where id = ${uuidOf(id, radioErrors.noTrack)}
        and (${isStaff(roles)} or added_by = ${person.id})`;
    const file =
      track && (await sendFile(request, radio.files.pathOf(track.file), { 'content-type': 'audio/mpeg' }));
    if (!file) throw radioErrors.noTrack();
    return file;
  });

  forHosts(
    'POST',
    '/api/radio/recordings',
    async ({ request, person, roles }) => {
      const maxBytes = options.maxUploadBytes;
      const by = { userId: person.id, isStaff: isStaff(roles) };
      const episode = await receiveEpisode(request, by, { sql, sounds, space, folder, maxBytes });
      return Response.json(episode, { status: 201 });
    },
    true,
  );
  forHosts('GET', '/api/radio/recordings/:id/audio', async ({ id, request, person, roles }) => {
    const [episode] = await sql<{ file: string }[]>`
      select e.file from public.radio_episodes e
      where e.id = ${uuidOf(id, radioErrors.noEpisode)} and (${isStaff(roles)}
        or exists (select from public.radio_show_hosts h where h.show_id = e.show_id and h.user_id = ${person.id})
        or exists (select from public.radio_live_sessions l where l.id = e.live_session_id and l.user_id = ${person.id}))`;
    const path = episode && join(folder, 'episodes', episode.file);
    const file = path && (await sendFile(request, path, { 'content-type': 'audio/mpeg' }));
    if (!file) throw radioErrors.noEpisode();
    return file;
  });
  forHosts(
    'PUT',
    '/api/radio/recordings/:id/cover',
    async ({ id, request, person, roles }) => {
      const by = { userId: person.id, isStaff: isStaff(roles) };
      return saveEpisodeCover(request, uuidOf(id, radioErrors.noEpisode), by, { sql, files: radio.files });
    },
    true,
  );
  forHosts('DELETE', '/api/radio/recordings/:id/cover', async ({ id, person, roles }) => {
    const by = { userId: person.id, isStaff: isStaff(roles) };
    return removeEpisodeCover(uuidOf(id, radioErrors.noEpisode), by, { sql, files: radio.files });
  });
  forStaff('GET', '/api/radio/recordings/space', async () => {
    const [used, left] = await Promise.all([space.used(), space.left()]);
    return {
      used_bytes: used,
      max_bytes: space.maxBytes,
      left_bytes: left.bytes,
      reason: left.reason && { ...left.reason, message: englishText(left.reason) },
    };
  });

  forHosts('GET', '/api/radio/control-room', async ({ request, roles }) =>
    options.controlRoom.open(request, { address: options.clientIp(request), isStaff: isStaff(roles) }),
  );
  forStaff('POST', '/api/radio/skip', async ({ person }) => {
    if (radio.nowPlaying().isLive)
      throw new ApiError(409, 'is_live', 'Someone is live. End the live show first.');
    const skipped = radio.nowPlaying().now?.title ?? null;
    radio.skip();
    stationLog.event(stationText('track_skipped_by', { name: nameOf(person), title: skipped ?? '' }));
    return { skipped };
  });
  forStaff('GET', '/api/radio/queue', async () => ({ track_ids: radio.queued }));
  forStaff('PUT', '/api/radio/queue', async ({ request, person }) => {
    const { track_ids: ids } = await readBody(request, queue);
    const known = new Set(radio.programme.tracks.map((track) => track.id));
    const unknown = ids.find((id) => !known.has(id));
    if (unknown !== undefined)
      throw apiErrors.invalid({ track_ids: `Track not found: ${JSON.stringify(unknown).slice(0, 100)}.` });
    radio.queue(ids);
    stationLog.event(stationText('queue_changed_by', { name: nameOf(person) }));
    return { track_ids: radio.queued };
  });

  forStaff('POST', '/api/radio/clock/simulation', async ({ request }) =>
    simulateClock(radio.programme, await readBody(request, clockDraft), Date.now()),
  );

  forHosts('POST', '/api/radio/live/end', async ({ person, roles }) => {
    if (!isStaff(roles) && live.liveControl.session?.host.userId !== person.id)
      throw radioErrors.notYourShow();
    const ended = live.liveControl.endBy(nameOf(person));
    return { ended };
  });
  forHosts('GET', '/api/radio/connection', async ({ person }) => {
    const [row] = await sql<{ created_at: Date }[]>`
      select created_at from private.radio_source_passwords where user_id = ${person.id}`;
    return {
      ...connectionSettings(siteUrl, live.sourcePort, { isTls: live.isTls }),
      password_made_at: row?.created_at ?? null,
    };
  });
  forHosts('POST', '/api/radio/password', async ({ person }) => ({
    password: await makePassword(sql, person.id),
  }));
  forHosts('DELETE', '/api/radio/password', async ({ person }) => {
    await removePassword(sql, person.id);
    return { removed: true };
  });

  mountWebhookRoutes(forStaff, options);

  forStaff('GET', '/api/radio/history.csv', ({ request }) =>
    historyCsv(sql, new URL(request.url).searchParams),
  );
  forStaff('GET', '/api/radio/royalties.csv', ({ request }) =>
    royaltiesCsv(sql, new URL(request.url).searchParams, radio.station),
  );
  forStaff('GET', '/api/radio/listeners', async () => {
    const minutes = await sql`select minute, listeners from public.radio_listener_minutes
      where minute > now() - interval '24 hours' order by minute`;
    return { ...radio.nowPlaying().listeners, minutes };
  });
  return app;
}

function nameOf({ name }: { name: string }): string {
  return name || 'Staff';
}
