import type { Sql } from 'postgres';
import { publicPath } from '#contracts/public-address.ts';
import { apiErrors } from '../http-kit/api-error.ts';
import { readJson, textOf } from '../http-kit/read-json.ts';

const MAX_PATHS_A_DAY = 5000;
const PATH = /^\/[^?#\s]{0,299}$/;

/** Counts one view of a path on this day. No cookie, no address, no person. */
export async function countPageView(request: Request, { sql }: { sql: Sql }) {
  const path = textOf(await readJson(request), 'page_path');
  if (!PATH.test(path)) throw apiErrors.invalid({ page_path: 'page_path must be a path such as /classes.' });
  // A new path is only written down while there are not more of them than a studio has pages: anybody can make some up.
  const counted = await sql`
    insert into public.page_views (day, path, views)
    select current_date, ${publicPath(path)}, 1
    where exists (select from public.page_views p where p.day = current_date and p.path = ${publicPath(path)})
      or (select count(*) from public.page_views p where p.day = current_date) < ${MAX_PATHS_A_DAY}
    on conflict (day, path) do update set views = page_views.views + 1`;
  return { counted: counted.count > 0 };
}
