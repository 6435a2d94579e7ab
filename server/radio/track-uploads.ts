// Files on their way into the library: taken in as a stream, recognised when they are there already, converted once.

import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Sql } from '#backend/database/driver/sql.ts';
import { collectWithin } from '#backend/gateway/read-within.ts';
import { StorageError } from '#backend/storage/errors.ts';
import { boundaryOf, type Part, readParts } from '#backend/storage/uploads/multipart.ts';
import type { Radio } from '#radio/create-radio.ts';
import { ApiError, apiErrors } from '../http-kit/api-error.ts';
import { storableText } from '../http-kit/read-json.ts';
import { isDiskFull, type Sounds } from './open-sounds.ts';

export interface UploadOptions {
  sql: Sql;
  radio: Radio;
  sounds: Sounds;
  folder: string;
  maxBytes: number;
  userId: string;
  onAdded(): Promise<void>;
}

const MAX_WAITING = 200;
const MAX_FIELD_LENGTH = 1000;

export async function receiveTrack(request: Request, options: UploadOptions): Promise<object> {
  const { sql, radio, sounds, folder, maxBytes, userId } = options;
  if (sounds.converting >= MAX_WAITING) throw apiErrors.tooMany(60);
  const { name, kind: readKind, body } = await readUpload(request);
  const draft = join(folder, 'uploads', randomUUID());
  await mkdir(join(folder, 'uploads'), { recursive: true });
  try {
    const sha256 = await saveStream(body, draft, maxBytes);
    const kind = await readKind();
    const [same] = await sql<
      { id: string; title: string }[]
    >`select id, title from public.radio_tracks where source_sha256 = ${sha256}`;
    if (same) throw duplicate(same.title, same.id);
    const id = randomUUID();
    const done = await sounds.convert(draft);
    const { tags, shape } = done;
    await radio.files.adopt(`${id}.mp3`, `${draft}.mp3`);
    const cover = tags.cover && `${id}.${tags.cover.extension}`;
    if (tags.cover && cover) {
      await radio.files.save(cover, tags.cover.bytes).catch(async (error: unknown) => {
        // A file without its row would never be found or removed.
        await radio.files.remove(`${id}.mp3`);
        throw error;
      });
    }
    const title = tags.title || titleFrom(name);
    const [row] =
      await sql`insert into public.radio_tracks (id, kind, title, artist, album, genre, year, composer, label, isrc,
        duration_ms, cue_in_ms, cue_out_ms, peaks, loudness_lufs, gain_db, file, cover_file, source_sha256, source_name, source_format, added_by)
      values (${id}, ${kind}, ${title}, ${tags.artist}, ${tags.album}, ${tags.genre}, ${tags.year}, ${tags.composer}, ${tags.label}, ${tags.isrc},
        ${done.durationMs}, ${shape.cueInMs}, ${shape.cueOutMs}, ${shape.peaks}, ${done.loudnessLufs}, ${done.gainDb}, ${`${id}.mp3`}, ${cover}, ${sha256}, ${name}, ${tags.format},
        (select id from auth.users where id = ${userId}))
      on conflict (source_sha256) do nothing returning *`;
    if (!row) {
      await Promise.all([radio.files.remove(`${id}.mp3`), cover && radio.files.remove(cover)]);
      throw duplicate(title, null);
    }
    await radio.refreshFiles();
    await options.onAdded();
    return row;
  } catch (error) {
    throw isDiskFull(error) ? diskFull() : error;
  } finally {
    await Promise.all([rm(draft, { force: true }), rm(`${draft}.mp3`, { force: true })]);
  }
}

export function diskFull(): ApiError {
  return new ApiError(507, 'disk_full', 'The disk is full. Free some space, then upload the file again.');
}

function duplicate(title: string, id: string | null): ApiError {
  return new ApiError(409, 'duplicate_track', `This file is already in the library as "${title}".`, {
    fields: id ? { id } : undefined,
    values: { title },
  });
}

interface TrackUpload {
  name: string;
  body: AsyncIterable<Uint8Array>;
  /** Read with the body: a form may name it after the file. */
  kind(): Promise<'music' | 'jingle'>;
}

/** The file is the body itself (name in x-file-name), or the first file of a form. */
export async function readUpload(request: Request): Promise<TrackUpload> {
  if (!request.body) throw apiErrors.invalid({ file: 'Choose a file to upload.' });
  const asked = kindOf(new URL(request.url).searchParams.get('kind'));
  const type = request.headers.get('content-type') ?? '';
  if (/^multipart\/form-data/i.test(type)) return readForm(request.body, type, asked);
  const given = request.headers.get('x-file-name') ?? 'upload';
  const name = safely(() => decodeURIComponent(given)) ?? given;
  return { name: storableText(name).slice(0, 300), kind: async () => asked, body: request.body };
}

/** Part by part as it arrives: a whole form in memory could be as large as the largest file. */
async function readForm(
  body: ReadableStream<Uint8Array>,
  type: string,
  asked: 'music' | 'jingle',
): Promise<TrackUpload> {
  const parts = withFormErrors(readParts(body.values({ preventCancel: true }), boundaryOfForm(type)));
  let kind = asked;
  const note = async (part: Part) => {
    if (part.name === 'kind' && part.filename === undefined) kind = kindOf(await readField(part.body));
  };
  for (;;) {
    const { done, value: part } = await parts.next();
    if (done) throw apiErrors.invalid({ file: 'Choose a file to upload.' });
    if (part.filename === undefined) {
      await note(part);
      continue;
    }
    return {
      name: storableText(part.filename).slice(0, 300),
      body: withFormErrors(part.body),
      async kind() {
        for await (const rest of parts) await note(rest);
        return kind;
      },
    };
  }
}

async function readField(body: AsyncIterable<Uint8Array>): Promise<string> {
  return (await collectWithin(body, MAX_FIELD_LENGTH, apiErrors.tooLarge)).toString('utf8');
}

function boundaryOfForm(type: string): string {
  try {
    return boundaryOf(type);
  } catch {
    throw badForm();
  }
}

async function* withFormErrors<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item, void, undefined> {
  try {
    yield* items;
  } catch (error) {
    throw error instanceof StorageError ? badForm() : error;
  }
}

function badForm(): ApiError {
  return new ApiError(400, 'bad_form', 'The form could not be read.');
}

function kindOf(value: string | null): 'music' | 'jingle' {
  return value === 'jingle' ? 'jingle' : 'music';
}

export async function saveStream(
  body: AsyncIterable<Uint8Array>,
  path: string,
  maxBytes: number,
): Promise<string> {
  const hash = createHash('sha256');
  let total = 0;
  const watch = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length;
      hash.update(chunk);
      done(total > maxBytes ? apiErrors.tooLarge() : null, chunk);
    },
  });
  await pipeline(Readable.from(body), watch, createWriteStream(path));
  if (total === 0) throw apiErrors.invalid({ file: 'The file is empty.' });
  return hash.digest('hex');
}

export function titleFrom(name: string): string {
  const bare = name
    .replace(/^.*[\\/]/, '')
    .replace(/\.[^.]{1,5}$/, '')
    .replaceAll('_', ' ')
    .trim();
  return (bare || 'Untitled').slice(0, 300);
}

function safely<Value>(make: () => Value): Value | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
