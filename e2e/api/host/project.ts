// The sample app's Supabase project, every file as it is, in a folder of its own; beside them what only these tests ask for.
import { appendFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../../start/program.ts';

const SAMPLE_APP = join(ROOT, 'e2e/api/sample-app');

/** Added at the end of the app's own config.toml. */
const config = `
[auth.hook.custom_access_token]
enabled = true
uri = "env(CLAIMS_HOOK)"
secrets = "env(HOOK_SECRETS)"
[auth.hook.password_verification_attempt]
enabled = true
uri = "pg-functions://postgres/public/count_attempts"
[functions.legacy]
verify_jwt = false
`;

const files: Record<string, string> = {
  'migrations/20240101000000_shop.sql': `
create extension if not exists pg_cron with schema pg_catalog;
create extension if not exists pg_net with schema extensions;
create extension if not exists pgmq;
select pgmq.create('parcels');
create table public.shop_ticks (at timestamptz not null default now());
select cron.schedule('tick', '1 second', 'insert into public.shop_ticks default values');
create schema api;
grant usage on schema api to anon, authenticated, service_role;
create type api.size as enum ('small', 'large');
create table public.shop_items (id int primary key, name text not null, digest text not null default encode(digest('x', 'sha256'), 'hex'), code uuid default uuid_generate_v4());
create table api.orders (id int primary key, size api.size);
grant select on api.orders to anon, authenticated;
create function public.shop_hash(secret text) returns text language sql stable as $$ select crypt(secret, gen_salt('bf', 4)) $$;
grant all on public.shop_items to postgres, dashboard_user;
grant usage on schema public to supabase_auth_admin, supabase_storage_admin;
alter default privileges for role supabase_admin in schema public grant all on tables to service_role;
create table public.sign_in_attempts (user_id uuid, valid boolean);
grant all on public.sign_in_attempts to supabase_auth_admin;
revoke all on public.sign_in_attempts from anon, authenticated;
create function public.count_attempts(event jsonb) returns jsonb language plpgsql as $$
begin
  insert into public.sign_in_attempts values ((event ->> 'user_id')::uuid, (event ->> 'valid')::boolean);
  if (select count(*) from public.sign_in_attempts where user_id = (event ->> 'user_id')::uuid and not valid) < 2
  then return '{"decision": "continue"}'; end if;
  return '{"decision": "reject", "message": "Too many attempts."}';
end $$;
revoke execute on function public.count_attempts from public, anon, authenticated;
grant execute on function public.count_attempts to supabase_auth_admin;
alter table public.shop_items enable row level security;
create policy "everyone reads" on public.shop_items for select using (true);
insert into public.shop_items (id, name) values (1, 'cup'), (2, 'bowl'), (3, 'jug');
insert into api.orders values (1, 'small');
`,
  'functions/import_map.json':
    '{ "imports": { "shop/": "./_shared/", "supabase": "https://esm.sh/v135/@supabase/supabase-js@2.39.7" } }',
  'functions/_shared/shop.ts': `
export type Headers = Record<string, string>;
export enum Method { Post = 'POST' }
export const cors: Headers = { 'access-control-allow-origin': '*', 'access-control-allow-methods': Method.Post };
`,
  'functions/legacy/index.ts': `
import { serve } from 'https://deno.land/std@0.168.0/http/server.ts';
import { createClient, SupabaseClient } from 'https://esm.sh/@supabase/supabase-js@2?target=deno';
import { encode } from 'https://deno.land/std@0.168.0/encoding/base64.ts';
import 'https://esm.sh/@supabase/functions-js/src/edge-runtime.d.ts';
import { cors, Headers } from '../_shared/shop.ts';

serve(async (request: Request) => {
  const client: SupabaseClient = createClient(Deno.env.get('SUPABASE_URL') ?? '', Deno.env.get('SUPABASE_ANON_KEY') ?? '');
  const { data } = await client.from('shop_items').select('name').eq('id', 1).single();
  const headers: Headers = cors;
  return new Response(JSON.stringify({ name: data.name, greeting: Deno.env.get('SHARE_GREETING'), encoded: encode('hi'), url: Deno.env.get('SUPABASE_URL') }), { headers });
});
`,
  'functions/mapped/deno.json':
    '{\n  // its own names\n  "imports": { "status": "jsr:@std/http@1/status", },\n}',
  'functions/mapped/index.ts': `
import { createClient } from 'supabase';
import { cors } from 'shop/shop.ts';
import { STATUS_CODE } from 'status';
import { join } from 'jsr:@std/path@1';
import { Hono } from 'npm:hono@4';
const app = new Hono().get('*', (context) => context.json({ isFunction: typeof createClient === 'function', ...cors, path: join('a', '..', 'b') }, STATUS_CODE.Created));
Deno.serve(app.fetch);
`,
  'functions/fails/index.ts': `
interface Item { id: number }
const find = (id: number): Item => {
  throw new Error('no such item ' + id);
};
Deno.serve(() => Response.json(find(7)));
`,
  'functions/unknown/index.ts':
    "import 'https://deno.land/std@0.224.0/csv/mod.ts';\nDeno.serve(() => new Response());",
};

export function writeProject(directory: string): string {
  cpSync(join(SAMPLE_APP, 'supabase'), join(directory, 'supabase'), { recursive: true });
  appendFileSync(join(directory, 'supabase', 'config.toml'), config);
  for (const [path, text] of Object.entries(files)) {
    const file = join(directory, 'supabase', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return directory;
}
