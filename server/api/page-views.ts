import * as v from 'valibot';
import type { Sql } from '#backend/database/driver/sql.ts';
import { publicPath } from '#contracts/public-address.ts';
import { readBody, text } from '../http-kit/read-body.ts';

const MAX_PATHS_A_DAY = 5000;
const PATH = /^\/[^?#\s]{0,299}$/;
const pageView = v.object({
  page_path: v.pipe(text, v.regex(PATH, 'page_path must be a path such as /classes.')),
});

/** Counts one view of a path on this day. No cookie, no address, no person. */
export async function countPageView(request: Request, { sql }: { sql: Sql }) {
  const { page_path: path } = await readBody(request, pageView);
  // A new path is only written down while there are not more of them than a studio has pages: anybody can make some up.
  const counted = await sql`
    insert into public.page_views (day, path, views)
    select current_date, ${publicPath(path)}, 1
    where exists (select from public.page_views p where p.day = current_date and p.path = ${publicPath(path)})
      or (select count(*) from public.page_views p where p.day = current_date) < ${MAX_PATHS_A_DAY}
    on conflict (day, path) do update set views = page_views.views + 1`;
  return { counted: counted.count > 0 };
}
