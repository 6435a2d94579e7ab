// Files: upload and download of 1 GB (plain, as a form, resumable in 6 MiB chunks), throughput and the server's peak memory.
// Starts the backend host as a process of its own on a database of its own, on loopback, and stops it again.
// Another size: npm run bench storage 256 (in MB).
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { cpuMsOf } from './host/process-cost.ts';
import { startBackend, stopBackend } from './host/start-backend.ts';

const totalBytes = Number(process.argv[2] ?? 1024) * 2 ** 20;
const trackBytes = 6 * 2 ** 20;
const limitMb = 300;
const bucket = 'bench';
const chunk = randomBytes(256 * 1024);

interface Row {
  name: string;
  'MB/s': string;
  seconds: string;
  /** CPU time of the server's process: steady even when others use the machine. */
  'cpu s/GB': string;
  'peak RSS MB': string;
}

const host = await startBackend();
const rows: Row[] = [];
let peakMb = 0;
try {
  await send(
    'POST',
    '/bucket',
    { 'content-type': 'application/json' },
    JSON.stringify({ id: bucket, name: bucket, public: true }),
  );
  await measure('(at rest)', async () => 0);
  await measure('upload, plain', () =>
    upload('plain.bin', { 'content-type': 'application/octet-stream' }, noise(totalBytes), totalBytes),
  );
  await measure('upload, form', uploadForm);
  await measure('upload, resumable', uploadResumable);
  await measure('download', () => download(`/object/public/${bucket}/plain.bin`));
  await measure('download, 4 at once', async () => {
    const one = () => download(`/object/public/${bucket}/plain.bin`);
    const counts = await Promise.all([one(), one(), one(), one()]);
    return counts.reduce((sum, count) => sum + count, 0);
  });
  console.table(Object.fromEntries(rows.map(({ name, ...figures }) => [name, figures])));
  console.log(`Peak memory of the server: ${peakMb} MB (limit ${limitMb} MB)`);
  if (peakMb > limitMb) process.exitCode = 1;
} finally {
  await stopBackend(host);
}

async function measure(name: string, work: () => Promise<number>): Promise<void> {
  await forgetPeak();
  const cpuBeforeMs = cpuMsOf(host.pid);
  const startedMs = performance.now();
  const bytes = await work();
  const seconds = (performance.now() - startedMs) / 1000;
  const mb = await peakRssMb();
  peakMb = Math.max(peakMb, mb);
  rows.push({
    name,
    'MB/s': bytes > 0 ? (bytes / 1e6 / seconds).toFixed(0) : '',
    seconds: bytes > 0 ? seconds.toFixed(1) : '',
    'cpu s/GB': bytes > 0 ? ((cpuMsOf(host.pid) - cpuBeforeMs) / 1000 / (bytes / 1e9)).toFixed(2) : '',
    'peak RSS MB': String(mb),
  });
}

/** The kernel's own high-water mark of the process, so that no peak hides between two looks. */
async function peakRssMb(): Promise<number> {
  const status = await readFile(`/proc/${host.child.pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
}

async function forgetPeak(): Promise<void> {
  await writeFile(`/proc/${host.child.pid}/clear_refs`, '5').catch(() => undefined);
}

async function* noise(bytes: number): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < bytes; sent += chunk.length)
    yield chunk.subarray(0, Math.min(chunk.length, bytes - sent));
}

async function upload(
  name: string,
  headers: Record<string, string>,
  body: AsyncIterable<Uint8Array>,
  bytes: number,
): Promise<number> {
  await send('POST', `/object/${bucket}/${name}`, { 'content-length': String(bytes), ...headers }, body);
  return totalBytes;
}

async function uploadForm(): Promise<number> {
  const head = Buffer.from(
    '--b\r\ncontent-disposition: form-data; name=""; filename="f"\r\ncontent-type: audio/wav\r\n\r\n',
  );
  const foot = Buffer.from('\r\n--b--\r\n');
  async function* form(): AsyncGenerator<Uint8Array> {
    yield head;
    yield* noise(totalBytes);
    yield foot;
  }
  const bytes = head.length + totalBytes + foot.length;
  return upload('form.bin', { 'content-type': 'multipart/form-data; boundary=b' }, form(), bytes);
}

async function uploadResumable(): Promise<number> {
  const word = (text: string) => Buffer.from(text).toString('base64');
  const created = await send('POST', '/upload/resumable', {
    'tus-resumable': '1.0.0',
    'upload-length': String(totalBytes),
    'upload-metadata': `bucketName ${word(bucket)},objectName ${word('tus.bin')}`,
  });
  const path = (created.location ?? '').replace('/storage/v1', '');
  for (let offset = 0; offset < totalBytes; offset += trackBytes) {
    const bytes = Math.min(trackBytes, totalBytes - offset);
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      'content-length': String(bytes),
    };
    await send('PATCH', path, headers, noise(bytes));
  }
  return totalBytes;
}

async function download(path: string): Promise<number> {
  const { bytes } = await send('GET', path, {});
  if (bytes !== totalBytes) throw new Error(`only ${bytes} of ${totalBytes} bytes came`);
  return bytes;
}

function send(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string | AsyncIterable<Uint8Array>,
) {
  return new Promise<{ bytes: number; location: string | undefined }>((resolve, reject) => {
    const outgoing = request(
      `${host.url}/storage/v1${path}`,
      { method, headers: { authorization: `Bearer ${host.serviceRoleKey}`, ...headers } },
      (answer) => {
        let bytes = 0;
        answer.on('data', (data: Buffer) => {
          bytes += data.length;
        });
        answer.on('error', reject);
        answer.on('end', () => {
          if ((answer.statusCode ?? 500) < 300) resolve({ bytes, location: answer.headers.location });
          else reject(new Error(`${method} ${path} answered ${answer.statusCode}`));
        });
      },
    );
    outgoing.on('error', reject);
    if (body === undefined || typeof body === 'string') outgoing.end(body);
    else Readable.from(body, { objectMode: false, highWaterMark: 2 ** 20 }).pipe(outgoing);
  });
}
