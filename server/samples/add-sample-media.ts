// Puts the pictures and sounds of the sample studio into the media library and hangs them where they belong, once: an owner
// replaces them with photographs, and what was replaced or taken down does not come back.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Sql } from '#backend/database/driver/sql.ts';
import type { StudioClient } from '#contracts/studio-client.ts';
import type { Logger } from '../logger.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'supabase', 'samples');
/** Beside the seed itself in the list of what a database was filled with. */
const RECORD = 'supabase/samples';
const TYPES: Record<string, string> = { '.avif': 'image/avif', '.webp': 'image/webp', '.mp3': 'audio/mpeg' };
const CACHE_SECONDS = String(365 * 24 * 3600);

interface Sample {
  of: 'works' | 'people';
  alt: string;
  credit: string;
  pt: { alt: string; credit: string };
  file: string;
  width: number;
  height: number;
  colour: string;
  soundMs?: number;
}

interface SampleMediaOptions {
  sql: Sql;
  /** Past all row policies; null where a hosted backend gave no service-role key. */
  client: StudioClient | null;
}

export async function addSampleMediaOnce(options: SampleMediaOptions & { log: Logger }): Promise<void> {
  const { sql, log } = options;
  try {
    const [record] = await sql`select from supabase_migrations.seed_files where path = ${RECORD}`;
    if (record) return;
    await addSampleMedia(options);
    await sql`insert into supabase_migrations.seed_files (path, hash) values (${RECORD}, 'added') on conflict do nothing`;
  } catch (error) {
    // A studio without its sample pictures shows covers, and the next start tries again.
    log.warn({ err: error }, 'the sample pictures could not be added');
  }
}

/** For all samples that have no picture yet. */
export async function addSampleMedia({ sql, client }: SampleMediaOptions): Promise<void> {
  if (!client) return;
  const samples = JSON.parse(await readFile(join(FOLDER, 'samples.json'), 'utf8')) as Record<string, Sample>;
  const bare = await sql<{ slug: string }[]>`
    select slug from public.works where is_demo and media_id is null
    union all select slug from public.people where is_demo and media_id is null`;
  for (const { slug } of bare) {
    const sample = samples[slug];
    if (!sample) continue;
    const mediaId = await addPicture({ sql, client }, slug, sample);
    await sql`update ${sql(`public.${sample.of}`)} set media_id = ${mediaId} where slug = ${slug} and is_demo`;
    if (sample.soundMs === undefined) continue;
    const { path } = await addFile(client, 'sounds', slug, `${slug}.mp3`);
    await sql`update public.works set sound_path = ${path}, sound_duration_ms = ${sample.soundMs}
      where slug = ${slug} and is_demo`;
  }
}

async function addPicture(
  { sql, client }: { sql: Sql; client: StudioClient },
  slug: string,
  { of, alt, credit, pt, file, width, height, colour }: Sample,
): Promise<string> {
  const { id, path, sizeBytes } = await addFile(client, 'media', slug, file);
  // Faces are above the middle.
  const focalY = of === 'people' ? 0.42 : 0.5;
  await sql`
    insert into public.media (id, path, file_name, size_bytes, width, height, colour, focal_y, alt, credit, translations, is_demo)
    values (${id}, ${path}, ${file}, ${sizeBytes}, ${width}, ${height}, ${colour}, ${focalY}, ${alt}, ${credit}, ${sql.json({ pt })}, true)
    on conflict (id) do nothing`;
  return id;
}

/** The same name on every machine, so that two processes that start at once do not add a file twice. */
async function addFile(client: StudioClient, bucket: string, slug: string, file: string) {
  const bytes = await readFile(join(FOLDER, file));
  const extension = extname(file);
  const name = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  const id = idOf(slug);
  const path = `${id}/${name}${extension}`;
  const { error } = await client.storage
    .from(bucket)
    .upload(path, bytes, { contentType: TYPES[extension], cacheControl: CACHE_SECONDS, upsert: true });
  if (error) throw error;
  return { id, path, sizeBytes: bytes.length };
}

function idOf(slug: string): string {
  const hex = createHash('sha256').update(`onda sample ${slug}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
