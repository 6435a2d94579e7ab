// Every way to write over the wire, each with what the database and the store hold afterwards. A way either makes something
// new each time, or overwrites what it wrote before.
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import type { Sql } from '#backend/database/driver/sql.ts';
import { createS3Client, type S3Keys } from '../../api/storage/s3-client.ts';

export interface Answer {
  status: number;
  text: string;
  hasRetryAfter: boolean;
}

export interface WriteWay {
  name: string;
  isOverwrite: boolean;
  /** What may be there of a write whose outcome is unknown, besides all of it. */
  part?: string;
  /** Writes `content` under `id`. */
  send(id: string, content: Buffer): Promise<Answer>;
  /** What is there under `id`: its content, or undefined. */
  find(id: string): Promise<string | undefined>;
}

export interface Target {
  url: string;
  sql: Sql;
  serviceKey: string;
  anonKey: string;
  s3: S3Keys;
  sessionId: string;
}

const contentBytes = 150_000;
const keyOf = (id: string) => `outage form ${id}`;
export const makeContent = () => randomBytes(contentBytes);
export const digestOf = (content: Uint8Array) => createHash('md5').update(content).digest('hex');
/** What tables hold of a content. */
export const markOf = (content: Buffer) => content.subarray(0, 16).toString('hex');

const bucket = 'outages';

export async function prepareWrites(sql: Sql): Promise<string> {
  await sql.unsafe(`
    create table public.outage_notes (id text primary key, mark text not null);
    grant all on public.outage_notes to service_role;
    create function public.outage_note(id text, mark text) returns void language sql as
      $$ insert into public.outage_notes values (id, mark) $$;
    insert into storage.buckets (id, name) values ('${bucket}', '${bucket}');
    update public.booking_settings set unproven_percent = 100, unproven_per_hour = 100000000;
    notify pgrst, 'reload schema'`);
  const [session] = await sql<{ id: string }[]>`
    with room as (insert into public.rooms (slug, name) values ('outages', 'Outages') returning id),
    pool as (insert into public.capacity_pools (id, capacity) values (gen_random_uuid(), 50000) returning id),
    class as (
      insert into public.offerings (slug, kind, title, summary, body, discipline, price_cents, currency, published_at)
      values ('outages', 'class', 'Outages', 'A class.', 'Words about it.', 'sound', 2400, 'EUR', now()) returning id
    )
    insert into public.sessions (offering_id, room_id, pool_id, local_date, local_time, duration_min, zone)
    select class.id, room.id, pool.id, current_date + 20, '18:00', 60, 'Europe/Lisbon' from class, room, pool
    returning id`;
  return session?.id ?? '';
}

/** A function of a project that writes through the backend. */
export function writeFunction(folder: string): void {
  mkdirSync(join(folder, 'note'), { recursive: true });
  writeFileSync(
    join(folder, 'note', 'index.ts'),
    `Deno.serve(async (request) => {
      const key = Deno.env.get('SUPABASE_SERVICE_ROLE_KEY');
      const answer = await fetch(Deno.env.get('SUPABASE_URL') + '/rest/v1/outage_notes', {
        method: 'POST', body: await request.text(),
        headers: { apikey: key, authorization: 'Bearer ' + key, 'content-type': 'application/json' },
      });
      return new Response(await answer.text(), { status: answer.status });
    });`,
  );
}

export function writeWays(target: Target): WriteWay[] {
  const { url, sql, serviceKey, anonKey, s3, sessionId } = target;
  const auth = { apikey: serviceKey, authorization: `Bearer ${serviceKey}` };
  const json = { ...auth, 'content-type': 'application/json' };
  const read = async (answer: Response): Promise<Answer> => ({
    status: answer.status,
    text: await answer.text(),
    hasRetryAfter: answer.headers.has('retry-after'),
  });
  const call = async (method: string, path: string, body: object, headers: object = json) =>
    read(
      await fetch(url + path, {
        method,
        headers: headers as Record<string, string>,
        body: JSON.stringify(body),
      }),
    );
  const findNote = async (id: string) =>
    (await sql<{ mark: string }[]>`select mark from public.outage_notes where id = ${id}`)[0]?.mark;
  const findFile = async (id: string) => {
    const rows = await sql`select from storage.objects where bucket_id = ${bucket} and name = ${id}`;
    if (rows.length === 0) return undefined;
    const answer = await fetch(`${url}/storage/v1/object/authenticated/${bucket}/${id}`, { headers: auth });
    if (answer.status !== 200) return `a row without its bytes: ${answer.status} ${await answer.text()}`;
    return digestOf(new Uint8Array(await answer.arrayBuffer()));
  };
  const files = createClient(url, serviceKey, { auth: { persistSession: false } }).storage.from(bucket);
  const upload = async (id: string, content: Buffer, upsert: boolean): Promise<Answer> => {
    const { data, error } = await files.upload(id, new Blob([new Uint8Array(content)]), { upsert });
    if (data) return { status: 200, text: '', hasRetryAfter: false };
    const { status = 0, statusCode } = error as { status?: number; statusCode?: string };
    return { status, text: `${statusCode} ${error?.message}`, hasRetryAfter: false };
  };
  const s3Client = createS3Client(`${url}/storage/v1/s3`, s3);
  const note = (name: string, send: WriteWay['send'], isOverwrite = false): WriteWay => ({
    name,
    isOverwrite,
    send,
    find: findNote,
  });
  const file = (name: string, send: WriteWay['send'], isOverwrite = false): WriteWay => ({
    name,
    isOverwrite,
    send,
    find: findFile,
  });

  let forms = 0;

  return [
    note('rest insert', (id, content) =>
      call('POST', '/rest/v1/outage_notes', { id, mark: markOf(content) }),
    ),
    note(
      'rest upsert',
      (id, content) =>
        call(
          'POST',
          '/rest/v1/outage_notes',
          { id, mark: markOf(content) },
          {
            ...json,
            prefer: 'resolution=merge-duplicates',
          },
        ),
      true,
    ),
    note('rpc', (id, content) => call('POST', '/rest/v1/rpc/outage_note', { id, mark: markOf(content) })),
    note('function', (id, content) => call('POST', '/functions/v1/note', { id, mark: markOf(content) })),
    {
      name: 'booking',
      isOverwrite: false,
      async send(id) {
        const headers = { apikey: anonKey, 'content-type': 'application/json' };
        const hold = await call(
          'POST',
          '/rest/v1/rpc/hold_places',
          { session_id: sessionId, places: 1 },
          headers,
        );
        if (hold.status !== 200) return hold;
        const booking = {
          buyer: { name: 'Outage', email: `${id}@studio.test` },
          attendees: [{ name: 'Outage' }],
          method: 'studio',
          accepts_policy: true,
        };
        const { hold_token } = JSON.parse(hold.text) as { hold_token: string };
        return call('POST', '/rest/v1/rpc/book', { hold_token, booking }, headers);
      },
      async find(id) {
        const rows = await sql`select from public.orders where buyer_email = ${`${id}@studio.test`}`;
        return rows.length === 0 ? undefined : rows.length === 1 ? 'done' : `${rows.length} orders`;
      },
    },
    {
      // As a browser without scripts sends it: places are held and booked in one request.
      name: 'booking form',
      isOverwrite: false,
      part: 'a hold alone',
      async send(id) {
        forms += 1;
        const answer = await fetch(`${url}/book/${sessionId}`, {
          method: 'POST',
          redirect: 'manual',
          headers: {
            origin: url,
            'x-forwarded-for': `10.${forms >> 16}.${(forms >> 8) & 255}.${forms & 255}`,
          },
          body: new URLSearchParams({
            intent: 'book',
            places: '1',
            key: keyOf(id),
            name: 'Outage',
            email: `${id}@studio.test`,
            'who-0': 'me',
            method: 'studio',
            accepts_policy: 'on',
          }),
        });
        const sent = await read(answer);
        if (answer.status !== 302)
          return { ...sent, text: sent.text.replaceAll(/<style.*?<\/style>|<[^>]*>|\s+/gs, ' ') };
        return { ...sent, status: 200 };
      },
      async find(id) {
        const rows = await sql<{ isBooked: boolean }[]>`
          select h.order_id is not null as "isBooked" from private.answers a
          join public.holds h on h.id = (a.answer ->> 'hold_id')::uuid where a.key = ${keyOf(id)}`;
        return rows[0] && (rows[0].isBooked ? 'done' : this.part);
      },
    },
    {
      name: 'sign-up',
      isOverwrite: false,
      send: (id) =>
        call(
          'POST',
          '/auth/v1/signup',
          { email: `${id}@studio.test`, password: `Long enough ${id}` },
          {
            apikey: anonKey,
            'content-type': 'application/json',
          },
        ),
      async find(id) {
        const rows =
          await sql`select from auth.users u join auth.identities i on i.user_id = u.id where u.email = ${`${id}@studio.test`}`;
        return rows.length === 0 ? undefined : 'done';
      },
    },
    file('upload, new', (id, content) => upload(id, content, false)),
    file('upload, upsert', (id, content) => upload(id, content, true), true),
    file('POST', async (id, content) =>
      read(
        await fetch(`${url}/storage/v1/object/${bucket}/${id}`, {
          method: 'POST',
          headers: { ...auth, 'content-type': 'application/octet-stream' },
          body: new Uint8Array(content),
        }),
      ),
    ),
    file(
      'PUT',
      async (id, content) =>
        read(
          await fetch(`${url}/storage/v1/object/${bucket}/${id}`, {
            method: 'PUT',
            headers: { ...auth, 'content-type': 'application/octet-stream' },
            body: new Uint8Array(content),
          }),
        ),
      true,
    ),
    file('signed link', async (id, content) => {
      const signed = await call('POST', `/storage/v1/object/upload/sign/${bucket}/${id}`, {});
      if (signed.status !== 200) return signed;
      const link = (JSON.parse(signed.text) as { url: string }).url;
      return read(
        await fetch(`${url}/storage/v1${link}`, {
          method: 'PUT',
          headers: { 'content-type': 'application/octet-stream' },
          body: new Uint8Array(content),
        }),
      );
    }),
    file('resumable', async (id, content) => {
      const word = (text: string) => Buffer.from(text).toString('base64');
      const tus = { ...auth, 'tus-resumable': '1.0.0' };
      const created = await fetch(`${url}/storage/v1/upload/resumable`, {
        method: 'POST',
        headers: {
          ...tus,
          'upload-length': String(content.length),
          'upload-metadata': `bucketName ${word(bucket)},objectName ${word(id)}`,
        },
      });
      if (created.status !== 201) return read(created);
      return read(
        await fetch(url + created.headers.get('location'), {
          method: 'PATCH',
          headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
          body: new Uint8Array(content),
        }),
      );
    }),
    file(
      'S3 put',
      async (id, content) => read(await s3Client.send(`/${bucket}/${id}`, { method: 'PUT', body: content })),
      true,
    ),
    file('S3 multipart', async (id, content) => {
      const begun = await read(
        await s3Client.send(`/${bucket}/${id}`, { method: 'POST', query: { uploads: '' } }),
      );
      const uploadId = /<UploadId>([^<]+)/.exec(begun.text)?.[1];
      if (!uploadId) return begun;
      const part = await s3Client.send(`/${bucket}/${id}`, {
        method: 'PUT',
        body: content,
        query: { partNumber: '1', uploadId },
      });
      if (part.status !== 200) return read(part);
      const etag = part.headers.get('etag') ?? '';
      return read(
        await s3Client.send(`/${bucket}/${id}`, {
          method: 'POST',
          query: { uploadId },
          body: `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${etag}</ETag></Part></CompleteMultipartUpload>`,
        }),
      );
    }),
  ];
}
