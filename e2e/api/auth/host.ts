// The host under test: the one at BASE_URL (with ANON_KEY and SERVICE_ROLE_KEY), else one of our own, started as a
// process. Mails, texts and the provider of our own host can be looked into; those of a foreign one cannot.
import { randomBytes } from 'node:crypto';
import {
  createClient,
  type SupabaseClient,
  type SupabaseClientOptions,
  type User,
} from '@supabase/supabase-js';
import { openStage, type Stage } from './stage.ts';

export interface Host {
  url: string;
  anonKey: string;
  serviceRoleKey: string;
  /** Where the site is that links lead back to; passkeys belong to it. */
  siteUrl: string;
  admin: SupabaseClient;
  stage: Stage;
  newClient(auth?: SupabaseClientOptions<'public'>['auth']): SupabaseClient;
  /** A confirmed person, and a client in which they are signed in. */
  newPerson(): Promise<Person>;
  /** A bare request to the auth service. */
  ask(method: string, path: string, options?: { body?: unknown; token?: string }): Promise<Answer>;
  close(): Promise<void>;
}

export interface Person {
  client: SupabaseClient;
  user: User;
  email: string;
  password: string;
  token(): Promise<string>;
}

interface Answer {
  status: number;
  location: string | null;
  json: Record<string, unknown>;
}

// vitest.config.ts hands BASE_URL on under this name.
const testedUrl = process.env.TESTED_BASE_URL ?? '';
export const isForeign = testedUrl !== '';

export function newEmail(): string {
  return `${randomBytes(8).toString('hex')}@example.com`;
}

export function newPassword(): string {
  return `wave-${randomBytes(9).toString('base64url')}`;
}

export async function openHost(): Promise<Host> {
  const stage = await openStage({ withHost: !isForeign });
  const place = isForeign ? foreignPlace() : ownPlace(stage);
  const newClient: Host['newClient'] = (auth) =>
    createClient(place.url, place.anonKey, {
      auth: { persistSession: true, storage: memory(), autoRefreshToken: false, ...auth },
    });
  const admin = createClient(place.url, place.serviceRoleKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  return {
    ...place,
    stage,
    close: stage.close,
    admin,
    newClient,
    async newPerson() {
      const [email, password] = [newEmail(), newPassword()];
      const made = await admin.auth.admin.createUser({ email, password, email_confirm: true });
      if (made.error) throw made.error;
      const client = newClient();
      const { data, error } = await client.auth.signInWithPassword({ email, password });
      if (error) throw error;
      const token = async () => (await client.auth.getSession()).data.session?.access_token ?? '';
      return { client, user: data.user, email, password, token };
    },
    async ask(method, path, { body, token } = {}) {
      const response = await fetch(`${place.url}/auth/v1${path}`, {
        method,
        redirect: 'manual',
        body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
        headers: {
          apikey: place.anonKey,
          'content-type': 'application/json;charset=UTF-8',
          'x-supabase-api-version': '2024-01-01',
          ...(token && { authorization: `Bearer ${token}` }),
        },
      });
      const text = await response.text();
      return {
        status: response.status,
        location: response.headers.get('location'),
        json: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : {},
      };
    },
  };
}

type Place = Pick<Host, 'url' | 'anonKey' | 'serviceRoleKey' | 'siteUrl'>;

function foreignPlace(): Place {
  const { ANON_KEY = '', SERVICE_ROLE_KEY = '', SITE_URL } = process.env;
  if (!ANON_KEY || !SERVICE_ROLE_KEY)
    throw new Error('BASE_URL needs ANON_KEY and SERVICE_ROLE_KEY beside it');
  const url = testedUrl.replace(/\/+$/, '');
  return { url, anonKey: ANON_KEY, serviceRoleKey: SERVICE_ROLE_KEY, siteUrl: SITE_URL ?? url };
}

function ownPlace({ url = '', anonKey = '', serviceRoleKey = '', siteUrl = '' }: Stage): Place {
  return { url, anonKey, serviceRoleKey, siteUrl };
}

/** What a browser's local storage is to the client. */
function memory() {
  const items = new Map<string, string>();
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  };
}
