// All data of the studio in open formats: each table as CSV and JSON lines, accounts without their secrets, stored
// files under their own names, radio audio, a calendar for each offering. Read in one snapshot, as a stream.
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate as otherWork } from 'node:timers/promises';
import { type CalendarDate, calendarParts } from '#app/features/calendar/write-calendar.ts';
import { type CsvCell, csvLine } from '#app/features/csv/write-csv.ts';
import type { TransactionSql } from '#backend/database/driver/sql.ts';
import type { BlobStore } from '#backend/storage/blobs/blob-store.ts';
import type { ZipEntry } from '../archive/write-zip.ts';
import { listTables, quote } from '../backup/dump-database.ts';

export interface ExportSources {
  blobs: BlobStore;
  dataDir: string;
  siteUrl: string;
}

const HUGE_BYTES = 2 ** 30;
const OBJECTS_AT_ONCE = 500;

// Hashes, codes and keys are left out: an account is exported with its identity and dates only.
const ACCOUNTS = `select u.id, u.email, u.phone, p.name, u.created_at, u.email_confirmed_at, u.last_sign_in_at,
  array(select r.role from public.roles r where r.user_id = u.id order by r.role) as roles
  from auth.users u left join public.profiles p on p.user_id = u.id
  where not u.is_anonymous and u.deleted_at is null order by u.created_at, u.id`;

// Codes that pay, and links that open what is not public: a person who is handed an export must not be able to use them.
const SECRET_COLUMNS: Record<string, Record<string, string>> = {
  contents: { preview_token: `null` },
  passes: { code: `'…' || right(code, 4)` },
  vouchers: { code: `'…' || right(code, 4)` },
};

export async function* exportEntries(
  within: TransactionSql,
  sources: ExportSources,
): AsyncGenerator<ZipEntry> {
  yield text('READ-ME.txt', about(sources.siteUrl));
  for (const { schema, name, bytes } of await listTables(within)) {
    if (schema !== 'public') continue;
    const isHuge = bytes > HUGE_BYTES;
    yield* bothForms(within, name, await queryFor(within, schema, name), isHuge);
  }
  yield* bothForms(within, 'accounts', ACCOUNTS, false);
  yield* calendars(within, sources.siteUrl);
  yield* storedFiles(within, sources.blobs);
  yield* radioFiles(join(sources.dataDir, 'radio'));
}

async function queryFor(within: TransactionSql, schema: string, name: string): Promise<string> {
  const all = `select * from ${quote(schema, name)}`;
  const hidden = SECRET_COLUMNS[name];
  if (!hidden) return all;
  const { columns } = await within.unsafe(`${all} limit 0`);
  const shown = columns.map(
    (column) => `${hidden[column.name] ?? quote(column.name)} as ${quote(column.name)}`,
  );
  return `select ${shown.join(', ')} from ${quote(schema, name)}`;
}

async function* bothForms(
  within: TransactionSql,
  name: string,
  query: string,
  isHuge: boolean,
): AsyncGenerator<ZipEntry> {
  // A quote and a delimiter that JSON never holds: lines come out as they are, without being escaped a second time.
  const readJson = async (): Promise<AsyncIterable<Uint8Array>> =>
    within
      .unsafe(
        `copy (select row_to_json(r) from (${query}) r) to stdout (format csv, quote e'\\x01', delimiter e'\\x02')`,
      )
      .readable();
  const { columns } = await within.unsafe(`${query} limit 0`);
  const names = columns.map((column) => column.name);
  yield { name: `tables/csv/${name}.csv`, isHuge, open: async () => csvOf(names, await readJson()) };
  yield { name: `tables/jsonl/${name}.jsonl`, isHuge, open: readJson };
}

/** Written by the writer of all CSVs: what visitors typed must not become a formula in the owner's spreadsheet. */
async function* csvOf(names: string[], json: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvLine(names));
  for await (const rows of wholeLines(json)) {
    const lines = rows.map((row) => {
      const values = JSON.parse(row) as Record<string, CsvCell | object>;
      return csvLine(
        names.map((name) => {
          const value = values[name];
          return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
        }),
      );
    });
    yield Buffer.from(lines.join(''));
    await otherWork();
  }
}

async function* wholeLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines;
  }
}

async function* calendars(within: TransactionSql, siteUrl: string): AsyncGenerator<ZipEntry> {
  const offerings = await within<{ id: string; slug: string; title: string }[]>`
    select id, slug, title from public.offerings order by slug`;
  for (const { id, slug, title } of offerings) {
    const dates = await within<CalendarDate[]>`
      select s.id, to_json(s.starts_at)::text as starts_at, to_json(s.ends_at)::text as ends_at, s.zone, s.sequence, s.status,
        ${title}::text as title, r.name as place
      from public.sessions s join public.rooms r on r.id = s.room_id where s.offering_id = ${id} order by s.starts_at, s.id`;
    if (dates.length === 0) continue;
    const calendar = calendarParts({
      name: title,
      host: new URL(siteUrl).hostname,
      now: new Date(),
      dates: dates.map((date) => ({
        ...date,
        starts_at: JSON.parse(date.starts_at) as string,
        ends_at: JSON.parse(date.ends_at) as string,
      })),
    });
    yield { name: `calendars/${slug}.ics`, open: () => inTurns(calendar) };
  }
}

// A calendar of thousands of dates takes seconds to write: requests are answered in between.
const TURN_MS = 10;

async function* inTurns(parts: Iterable<string>): AsyncGenerator<Uint8Array> {
  let turn: string[] = [];
  let beganMs = performance.now();
  for (const part of parts) {
    turn.push(part);
    if (performance.now() - beganMs < TURN_MS) continue;
    yield Buffer.from(turn.join(''));
    turn = [];
    await otherWork();
    beganMs = performance.now();
  }
  yield Buffer.from(turn.join(''));
}

async function* storedFiles(within: TransactionSql, blobs: BlobStore): AsyncGenerator<ZipEntry> {
  for (let last = ''; ; ) {
    const objects = await within<
      { id: string; bucket: string; name: string; version: string; bytes: number }[]
    >`
      select id::text, bucket_id as bucket, name, version, coalesce((metadata ->> 'size')::float8, 0) as bytes
      from storage.objects where version is not null and id::text > ${last} order by id::text limit ${OBJECTS_AT_ONCE}`;
    for (const { bucket, name, version, bytes } of objects) {
      const stream = await blobs.read(version);
      if (stream)
        yield {
          name: safeName(`files/${bucket}/${name}`),
          isPressed: true,
          isHuge: bytes > HUGE_BYTES,
          open: () => stream,
        };
    }
    if (objects.length < OBJECTS_AT_ONCE) return;
    last = objects.at(-1)?.id ?? last;
  }
}

async function* radioFiles(folder: string): AsyncGenerator<ZipEntry> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile() || !/\.(mp3|jpg|png|webp)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const found = await stat(path).catch(() => undefined);
    if (!found) continue;
    const name = safeName(`radio/${relative(folder, path).split(sep).join('/')}`);
    yield { name, isPressed: true, isHuge: found.size > HUGE_BYTES, open: () => createReadStream(path) };
  }
}

/** Names come from people: none of them may point outside the folder it is unpacked into. */
function safeName(name: string): string {
  return name
    .split(/[/\\]/)
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .map((part) => part.replace(/[\p{Cc}:*?"<>|]/gu, '_'))
    .join('/');
}

function text(name: string, content: string): ZipEntry {
  return { name, open: () => Readable.from([Buffer.from(content)]) };
}

function about(siteUrl: string): string {
  return [
    `Export of ${siteUrl}, ${new Date().toISOString()}.`,
    '',
    'tables/csv     each table with a line of names; UTF-8, commas, quotes where needed. A text that a spreadsheet would',
    '               run as a formula has an apostrophe before it.',
    'tables/jsonl   the same tables without changes, one JSON object per line',
    'calendars      all sessions of each offering as iCalendar',
    'files          uploads, by bucket and name',
    'radio          the library and the recordings as MP3',
    '',
    'Passwords, keys, secret links and codes are not in it: emails have none, vouchers and passes show the last four letters.',
    'It holds personal data: store it where only you can read it.',
    'To restore a studio, use a backup instead.',
    '',
  ].join('\r\n');
}
