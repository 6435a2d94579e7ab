import type { Sql } from 'postgres';
import { publicPath } from '#contracts/public-address.ts';
import { apiErrors } from './api-error.ts';
import { readJson, textOf } from './read-json.ts';

const PATH = /^\/[^?#\s]{0,299}$/;

/** Counts one view of a path on this day. No cookie, no address, no person. */
export async function countPageView(request: Request, { sql }: { sql: Sql }) {
  const path = textOf(await readJson(request), 'page_path');
  if (!PATH.test(path)) throw apiErrors.invalid({ page_path: 'page_path must be a path such as /classes.' });
  await sql`
    insert into public.page_views (day, path, views) values (current_date, ${publicPath(path)}, 1)
    on conflict (day, path) do update set views = page_views.views + 1`;
  return { counted: true };
}
