// A file as the answer to a request: HLS segments, covers, recordings, backups. Answers ranges: players seek in recordings.
import { stat } from 'node:fs/promises';
import { fileStream } from '#backend/storage/blobs/file-stream.ts';

export async function sendFile(
  request: Request,
  path: string,
  headers: Record<string, string>,
): Promise<Response | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  const range = readRange(request.headers.get('range'), found.size);
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${found.size}` } });
  }
  const { start, end } = range ?? { start: 0, end: found.size - 1 };
  const all = {
    ...headers,
    'accept-ranges': 'bytes',
    'content-length': String(end - start + 1),
    ...(range && { 'content-range': `bytes ${start}-${end}/${found.size}` }),
  };
  const status = range ? 206 : 200;
  if (request.method === 'HEAD' || found.size === 0) return new Response(null, { status, headers: all });
  return new Response(fileStream(path, { start, end }), { status, headers: all });
}

function readRange(
  header: string | null,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!found || (found[1] === '' && found[2] === '')) return undefined;
  const start = found[1] === '' ? Math.max(0, size - Number(found[2])) : Number(found[1]);
  const end = found[1] === '' || found[2] === '' ? size - 1 : Math.min(size - 1, Number(found[2]));
  return start > end || start >= size ? 'unsatisfiable' : { start, end };
}
