// What the attacker of the overload bench sends: bodies far too large, reads that multiply, odd requests, pages that
// nothing has cached. Each kind is an endless source of requests; who sends them is attacker.ts.
import { createRequestGenerator } from '#backend/testing/generate-requests.ts';

export const attackKinds = ['bodies', 'reads', 'odd', 'renders'] as const;
export type AttackKind = (typeof attackKinds)[number];

export interface AttackRequest {
  method: string;
  /** Path and query. */
  target: string;
  headers: Record<string, string>;
  body?: string;
  /** Zero bytes to send instead of a body. */
  bodyBytes?: number;
  /** Takes the answer's head and then reads no further. */
  isSlowReader?: boolean;
}

/** How many requests of a kind are under way at once. */
export const attackConcurrency: Record<AttackKind, number> = { bodies: 12, reads: 48, odd: 32, renders: 32 };

const bodyBytes = 48 * 1024 * 1024;
const forms = ['/contact', '/newsletter', '/sign-in', '/sign-up', '/passes', '/api/contact'];

export function createAttack(kind: AttackKind, anonKey: string): () => AttackRequest {
  let count = 0;
  switch (kind) {
    case 'bodies':
      return () => ({
        method: 'POST',
        target: forms[count++ % forms.length] ?? '/contact',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': String(bodyBytes),
        },
        bodyBytes,
      });
    case 'reads':
      return () => {
        count += 1;
        const read = expensiveReads[count % expensiveReads.length] ?? { target: '/' };
        return {
          method: 'GET',
          ...read,
          headers: { apikey: anonKey, authorization: `Bearer ${anonKey}`, ...read.headers },
          // One in ten leaves its answer lying.
          isSlowReader: count % 10 === 0,
        };
      };
    case 'odd': {
      const generate = createRequestGenerator(7, { anon: anonKey, service: 'nonsense', person: 'nonsense' });
      return generate;
    }
    case 'renders':
      return () => {
        count += 1;
        const page = pages[count % pages.length] ?? '/';
        return { method: 'GET', target: `${page}?visit=${count}`, headers: {} };
      };
  }
}

const pages = [
  '/',
  '/classes',
  '/timetable',
  '/events',
  '/people',
  '/journal',
  '/radio',
  '/search',
  '/visit',
];

// Columns that strangers may read.
const session = 'id,starts_at,ends_at,status,local_date,local_time,duration_min';
const offering = 'slug,kind,title,summary,body,discipline,level,bring,access';

/** Up from sessions to their class and down again to its sessions, as often as wanted: each turn multiplies the rows. */
function nested(turns: number): string {
  return turns === 0 ? session : `${session},offering:offerings(${offering},sessions(${nested(turns - 1)}))`;
}

function repeated(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join(',');
}

const expression = encodeURIComponent('body.imatch."(.*)(.*)(.*)\\1\\2\\3$"');

type ExpensiveRead = { target: string } & Partial<Pick<AttackRequest, 'method' | 'headers' | 'body'>>;

const expensiveReads: ExpensiveRead[] = [
  { target: `/rest/v1/sessions?select=${nested(2)}` },
  { target: `/rest/v1/sessions?select=${nested(1)}` },
  { target: `/rest/v1/sessions?select=${nested(8)}` },
  { target: `/rest/v1/rooms?select=name,sessions(${nested(1)})` },
  { target: `/rest/v1/people?select=slug,name,bio,sessions(${nested(1)})&order=name` },
  {
    target: `/rest/v1/offerings?select=${offering},${repeated(15, (index) => `a${index}:sessions(${session})`)}`,
  },
  {
    target: `/rest/v1/offerings?select=${offering},${repeated(30, (index) => `a${index}:sessions(${session})`)}`,
  },
  { target: `/rest/v1/offerings?select=slug&or=(${repeated(60, () => expression)})` },
  { target: `/rest/v1/offerings?select=slug&or=(${repeated(2, () => expression)})` },
  { target: `/rest/v1/offerings?select=slug&body=ilike.${'%25a'.repeat(80)}` },
  { target: `/rest/v1/offerings?select=${repeated(400, (index) => `c${index}:body`)}` },
  { target: '/rest/v1/sessions?select=id', headers: { prefer: 'count=exact' } },
  { target: '/rest/v1/' },
  {
    target: '/rest/v1/rpc/search_studio',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'a b c d e f g h', max_rows: 50 }),
  },
];
