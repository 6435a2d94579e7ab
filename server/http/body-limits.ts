// How much each route takes, in one table: the first line that fits a request counts. Reads nothing itself.
// "memory" bodies are read whole, within the limit, before anything looks at them (receive-body.ts). "stream" bodies go
// straight to disk or to a function's thread; those routes count the bytes themselves, by the limits named here.
// Forms are never larger than FORM_BYTES, wherever they are sent.

export interface MemoryLimit {
  kind: 'memory';
  maxBytes: number;
  /** Of JSON; without it the route counts them itself. */
  maxValues?: number;
}
interface StreamLimit {
  kind: 'stream';
  limitedBy: string;
}
export type BodyLimit = MemoryLimit | StreamLimit;

const KB = 1024;
const MB = 1024 * KB;
export const FORM_BYTES = 256 * KB;
export const MAX_FORM_FIELDS = 1000;
export const MAX_FORM_PARTS = 100;
export const MAX_JSON_DEPTH = 100;

const memory = (maxBytes: number, maxValues = 20_000): MemoryLimit => ({
  kind: 'memory',
  maxBytes,
  maxValues,
});
const stream = (limitedBy: string): StreamLimit => ({ kind: 'stream', limitedBy });

const ANY = '*';
const FILE_SIZE = 'STORAGE_FILE_SIZE_LIMIT and the limit of the bucket';
const pages = memory(FORM_BYTES);

const limits: [methods: string, path: RegExp, limit: BodyLimit][] = [
  // Files; the questions that share their addresses come first.
  ['POST', /^\/storage\/v1\/object\/(list|list-v2|sign|upload\/sign)\//, memory(MB)],
  ['POST', /^\/storage\/v1\/object\/(move|copy)$/, memory(MB)],
  ['POST PUT', /^\/storage\/v1\/object\//, stream(FILE_SIZE)],
  ['POST PATCH', /^\/storage\/v1\/upload\/resumable(\/|$)/, stream(FILE_SIZE)],
  ['PUT', /^\/storage\/v1\/s3\/[^/?]+\/./, stream(FILE_SIZE)],
  // Lists of keys to delete, or of the parts of an upload.
  ['POST', /^\/storage\/v1\/s3\//, memory(2 * MB)],
  [ANY, /^\/storage\/v1(\/|$)/, memory(MB)],
  // Bulk inserts with the service key. Other callers may send less: backend/rest/body-limits.ts.
  [ANY, /^\/rest\/v1(\/|$)/, { kind: 'memory', maxBytes: 20_000_000 }],
  // The largest message of realtime: backend/realtime/options.ts.
  [ANY, /^\/realtime\/v1(\/|$)/, memory(3_000_000, 200_000)],
  [ANY, /^\/auth\/v1(\/|$)/, memory(MB)],
  [ANY, /^\/functions\/v1(\/|$)/, stream('20 MB a request: backend/functions/create-functions.ts')],
  // The radio's library.
  ['POST', /^\/api\/radio\/tracks$/, stream('STORAGE_FILE_SIZE_LIMIT')],
  // What Stripe reports.
  ['POST', /^\/api\/payments\/stripe$/, memory(512 * KB)],
  [ANY, /^\/(api|cloudflare)\//, memory(256 * KB)],
  // Everything else is a page with a form.
  [ANY, /^/, pages],
];

export function bodyLimitOf(method: string, path: string): BodyLimit {
  const found = limits.find(
    ([methods, pattern]) => (methods === ANY || methods.split(' ').includes(method)) && pattern.test(path),
  );
  return found?.[2] ?? pages;
}
