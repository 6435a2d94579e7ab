// Prerecorded shows: taken in as a stream, converted and measured once, checked against their time slot, and planned into it.
// A file that cannot be played as planned is not saved; what is only doubtful comes back as a warning.
import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '#backend/database/driver/sql.ts';
import { checkEpisode, type EpisodeFinding } from '#contracts/episode-checks.ts';
import type { RecordingSpace } from '#radio/live/recording-space.ts';
import { ApiError, apiErrors } from '../http-kit/api-error.ts';
import { isDiskFull, type Sounds } from './open-sounds.ts';
import { radioErrors, uuidOf } from './station-guard.ts';
import { diskFull, readUpload, saveStream, titleFrom } from './track-uploads.ts';

interface EpisodeUploadOptions {
  sql: Sql;
  sounds: Sounds;
  space: RecordingSpace;
  folder: string;
  maxBytes: number;
}

interface Uploader {
  userId: string;
  isStaff: boolean;
}

interface UploadedEpisode {
  id: string;
  title: string;
  findings: EpisodeFinding[];
}

interface Place {
  showId: string;
  slot: { id: string; date: string; durationMin: number } | null;
}

const MAX_WAITING = 200;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** `?slot=…&date=…` plans it, too; `?show=…` only adds it to the show's recordings. */
export async function receiveEpisode(
  request: Request,
  by: Uploader,
  options: EpisodeUploadOptions,
): Promise<UploadedEpisode> {
  const { sounds, space, folder, maxBytes } = options;
  if (sounds.converting >= MAX_WAITING) throw apiErrors.tooMany(60);
  const place = await readPlace(new URL(request.url).searchParams, by, options.sql);
  if ((await space.left()).reason) throw diskFull();
  const { name, body } = await readUpload(request);
  const draft = join(folder, 'uploads', randomUUID());
  await mkdir(join(folder, 'uploads'), { recursive: true });
  try {
    await saveStream(body, draft, maxBytes);
    const done = await sounds.convert(draft);
    const measured = {
      durationMs: done.durationMs,
      loudnessLufs: done.loudnessLufs + done.gainDb,
      silenceMs: done.silence.ms,
      silenceAtMs: done.silence.atMs,
    };
    const findings = checkEpisode(measured, place.slot?.durationMin ?? null);
    const error = place.slot && findings.find(({ level }) => level === 'error');
    if (error) throw unplayable(error);
    const title = done.tags.title || titleFrom(name);
    const id = await save(draft, { ...measured, title }, place, by, options);
    return { id, title, findings };
  } catch (error) {
    throw isDiskFull(error) ? diskFull() : error;
  } finally {
    await Promise.all([rm(draft, { force: true }), rm(`${draft}.mp3`, { force: true })]);
  }
}

interface Measured {
  title: string;
  durationMs: number;
  loudnessLufs: number;
  silenceMs: number;
  silenceAtMs: number;
}

/** The file first: a row without a file would be played. */
async function save(
  draft: string,
  { title, durationMs, loudnessLufs, silenceMs, silenceAtMs }: Measured,
  { showId, slot }: Place,
  { userId }: Uploader,
  { sql, folder }: EpisodeUploadOptions,
): Promise<string> {
  const id = randomUUID();
  // Not named as a recording of a live show: those are finished after a crash.
  const file = `upload-${id}.mp3`;
  const path = join(folder, 'episodes', file);
  await mkdir(join(folder, 'episodes'), { recursive: true });
  await rename(`${draft}.mp3`, path);
  try {
    const { size } = await stat(path);
    await sql.begin(async (within) => {
      await within`insert into public.radio_episodes (id, show_id, title, file, bytes, duration_ms, recorded_at, loudness_lufs,
          silence_ms, silence_at_ms, uploaded_by, is_upload)
        values (${id}, ${showId}, ${title}, ${file}, ${size}, ${durationMs}, now(), ${loudnessLufs}, ${silenceMs}, ${silenceAtMs},
          (select u.id from auth.users u where u.id = ${userId}), true)`;
      if (slot) await within`select private.plan_episode(${slot.id}, ${slot.date}, ${id})`;
    });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return id;
}

async function readPlace(query: URLSearchParams, by: Uploader, sql: Sql): Promise<Place> {
  const slotId = query.get('slot');
  if (slotId === null) {
    const showId = uuidOf(query.get('show') ?? '', radioErrors.noShow);
    const [show] = await sql`select id from public.shows where id = ${showId}`;
    if (!show) throw radioErrors.noShow();
    await requireHostOf(showId, by, sql);
    return { showId, slot: null };
  }
  const date = query.get('date') ?? '';
  const [slot] = await sql<{ show_id: string; duration_min: number; is_on: boolean; is_over: boolean }[]>`
    select s.show_id, s.duration_min, extract(isodow from d.day) = s.weekday as is_on,
      timezone(s.zone, d.day + s.local_time) + make_interval(mins => s.duration_min) <= now() as is_over
    from public.slots s cross join (select ${DATE.test(date) ? date : '0001-01-01'}::date as day) d
    where s.id = ${uuidOf(slotId, radioErrors.noSlot)}`;
  if (!slot) throw radioErrors.noSlot();
  await requireHostOf(slot.show_id, by, sql);
  if (!slot.is_on) throw new ApiError(422, 'not_on_this_day', 'The time slot is not on this day.');
  if (slot.is_over) throw new ApiError(422, 'slot_is_over', 'This time slot is over.');
  return { showId: slot.show_id, slot: { id: slotId, date, durationMin: slot.duration_min } };
}

async function requireHostOf(showId: string, { userId, isStaff }: Uploader, sql: Sql): Promise<void> {
  if (isStaff) return;
  const [row] =
    await sql`select 1 from public.radio_show_hosts where show_id = ${showId} and user_id = ${userId}`;
  if (!row) throw radioErrors.notHostOfSlot();
}

function unplayable(finding: EpisodeFinding): ApiError {
  return finding.code === 'episode_too_long'
    ? new ApiError(422, 'episode_too_long', 'The recording is longer than the time slot.')
    : new ApiError(
        422,
        'episode_silent',
        'The recording is silent for 15 s or longer. The station would end it there.',
      );
}
