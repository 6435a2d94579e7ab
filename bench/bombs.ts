// Files made to take a decoder's memory: what each is answered, and what it leaves in memory a minute later
// npm run bench bombs
// The whole program with its sample studio. Memory is what is resident (RSS); task processes are counted beside it.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import { openSql } from '#backend/database/driver/open-sql.ts';
import { residentBytesOf } from './host/process-cost.ts';
import { startDatabase } from './host/start-database.ts';
import { startStudio } from './host/start-studio.ts';
import { watchMemory } from './use/watch-memory.ts';
import { atMost, printGoals, printTable } from './web/table.ts';

const BACK_MS = 60_000;
/** More than before: what the program itself has read and cached meanwhile. */
const LEFT_MB = 20;

interface Target {
  url: string;
  serviceKey: string;
  token: string;
}

const bombs: [name: string, send: (target: Target) => Promise<Response>][] = [
  ['PNG of 500 megapixels', (target) => showPicture(target, 'a.png', 'image/png', pngOf(25_000, 20_000, 1))],
  [
    'PNG of 49 megapixels, 0.4 GB of samples',
    (target) => showPicture(target, 'b.png', 'image/png', pngOf(7000, 7000, 8)),
  ],
  ['HEIC that was cut off', (target) => showPicture(target, 'c.heic', 'image/heic', cutHeic())],
  ['SVG of 20 MB', (target) => showPicture(target, 'd.svg', 'image/svg+xml', largeSvg())],
  ['MP3 of 3 hours whose header says 26 s', (target) => sendTrack(target, lyingMp3())],
];

const database = await startDatabase();
try {
  const program = await startStudio({
    DATA_DIR: database.folder,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'fatal',
    AUTH_CAPTCHA: 'off',
  });
  try {
    process.exitCode = (await play(program)) ? 0 : 1;
  } finally {
    await program.stop();
  }
} finally {
  await database.stop();
}

async function play({ url, pid }: { url: string; pid: number }): Promise<boolean> {
  const target = await prepare(url);
  const memory = watchMemory(pid);
  const restMb = () => residentBytesOf(pid) / 2 ** 20;
  const answers: string[][] = [];
  memory.step('start');
  let leftMb = 0;
  let faults = 0;
  for (const [name, send] of bombs) {
    const beforeMb = restMb();
    const answer = await send(target);
    const text = (await answer.text()).slice(0, 200);
    answers.push([name, String(answer.status), text.startsWith('{') ? String(JSON.parse(text).message) : '']);
    if (answer.status >= 500) faults += 1;
    for (const untilMs = Date.now() + BACK_MS; restMb() > beforeMb + LEFT_MB && Date.now() < untilMs; )
      await sleep(500);
    leftMb = Math.max(leftMb, restMb() - beforeMb);
    memory.step(name);
  }
  await sleep(BACK_MS);
  memory.step('a minute later');
  const { rows, openTasks } = memory.end();
  for (const answer of answers) console.log(`  ${answer.join(': ')}`);
  printTable(
    'Memory, MB',
    ['after', 'seconds', 'RSS', 'Pss', 'highest RSS', 'task processes, highest'],
    rows,
  );
  const goals = [
    atMost('answers of 5xx', faults, 0, 0),
    atMost('left within a minute of one, MB', leftMb, LEFT_MB, 0),
    atMost('task processes afterwards', openTasks, 0, 0),
  ];
  printGoals(goals);
  return goals.every(({ isMet }) => isMet);
}

async function prepare(url: string): Promise<Target> {
  const { serviceRoleKey } = JSON.parse(await readFile(join(database.folder, 'secrets.json'), 'utf8'));
  const headers = {
    authorization: `Bearer ${serviceRoleKey}`,
    apikey: serviceRoleKey,
    'content-type': 'application/json',
  };
  const person = { email: 'owner@bench.example', password: randomBytes(12).toString('hex') };
  const post = async (path: string, body: object) => {
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  await post('/storage/v1/bucket', { id: 'bombs', name: 'bombs', public: true });
  const { id } = (await post('/auth/v1/admin/users', { ...person, email_confirm: true })) as { id: string };
  const sql = openSql(database.url, { max: 1 });
  await sql`insert into public.roles (user_id, role) values (${id}, 'owner')`;
  await sql.end();
  const session = await post('/auth/v1/token?grant_type=password', person);
  return { url, serviceKey: serviceRoleKey, token: (session as { access_token: string }).access_token };
}

/** Stored as it is, and then asked for in another size. */
async function showPicture(
  { url, serviceKey }: Target,
  name: string,
  type: string,
  bytes: Buffer,
): Promise<Response> {
  const stored = await fetch(`${url}/storage/v1/object/bombs/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${serviceKey}`, apikey: serviceKey, 'content-type': type },
    body: new Uint8Array(bytes),
  });
  if (!stored.ok) return stored;
  await stored.body?.cancel();
  return fetch(`${url}/storage/v1/render/image/public/bombs/${name}?width=640&resize=contain`);
}

function sendTrack({ url, token }: Target, bytes: Buffer): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'x-file-name': 'long.mp3' };
  return fetch(`${url}/api/radio/tracks`, { method: 'POST', headers, body: new Uint8Array(bytes) });
}

/** A whole picture of one colour: it shrinks to a thousandth. */
function pngOf(width: number, height: number, bytesPerPixel: 1 | 8): Buffer {
  const chunk = (type: string, body: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), body]);
    return Buffer.concat([uint32(body.length), named, uint32(crc32(named))]);
  };
  const [depth, colourType] = bytesPerPixel === 1 ? [8, 0] : [16, 6];
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.concat([uint32(width), uint32(height), Buffer.from([depth, colourType, 0, 0, 0])])),
    chunk('IDAT', deflateSync(Buffer.alloc((1 + width * bytesPerPixel) * height))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function cutHeic(): Buffer {
  return Buffer.concat([
    uint32(24),
    Buffer.from('ftypheic'),
    uint32(0),
    Buffer.from('mif1heic'),
    Buffer.alloc(2000, 7),
  ]);
}

function largeSvg(): Buffer {
  const path = '<path d="M0 0H9V9z"/>';
  const head = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">';
  return Buffer.from(`${head}${path.repeat(20_000_000 / path.length)}</svg>`);
}

/** 3 hours of silence at 32 kbit/s; a Xing header announces a thousand frames of 4 GB. */
function lyingMp3(): Buffer {
  const frame = Buffer.alloc(104);
  frame.writeUInt32BE(0xfffb1000);
  const first = Buffer.from(frame);
  first.write('Xing', 36);
  first.writeUInt32BE(3, 40);
  first.writeUInt32BE(1000, 44);
  first.writeUInt32BE(0xffffffff, 48);
  const frames = Math.round((3 * 3600 * 44_100) / 1152);
  return Buffer.concat([first, Buffer.alloc(frame.length * frames, frame)]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}
