// The practical limit: node:http and the `postgres` package doing the same SQL by hand for each path, with the same role
// switch and token check, and nothing else. Started by the bench: OUTSIDE_FOLDER, DATABASE_URL, JWT_SECRET and PORT say how.
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { jwtVerify } from 'jose';
import type { Sql } from '#backend/database/driver/sql.ts';

const postgres = join(process.env.OUTSIDE_FOLDER ?? '', 'node_modules', 'postgres', 'src', 'index.js');
// Our own driver has the interface of the package.
const { default: openSql } = (await import(pathToFileURL(postgres).href)) as {
  default: (url: string, options: object) => Sql;
};
const sql = openSql(process.env.DATABASE_URL ?? '', {
  max: 10,
  fetch_types: false,
  onnotice: () => undefined,
});
const key = new TextEncoder().encode(process.env.JWT_SECRET);

async function answer(request: IncomingMessage): Promise<{ status: number; body: string }> {
  const { payload } = await jwtVerify(request.headers.authorization?.slice(7) ?? '', key);
  const path = request.url ?? '/';
  const isRead = request.method === 'GET';
  const body = isRead ? '' : await textOf(request);
  const rows = await sql.begin(isRead ? 'read only' : '', async (transaction) => {
    await transaction`select
      set_config('role', ${String(payload.role)}, true), set_config('request.jwt.claims', ${JSON.stringify(payload)}, true),
      set_config('request.method', ${request.method ?? ''}, true), set_config('request.path', ${path}, true),
      set_config('request.headers', ${JSON.stringify(request.headers)}, true),
      set_config('search_path', '"public", "extensions"', true)`;
    if (path.includes('authors(')) {
      return transaction<{ body: string }[]>`
        select coalesce(json_agg(t), '[]')::text as body, count(*) from (
          select items.id, items.title, row_to_json(a.*) as authors from public.items
          left join lateral (select authors.name from public.authors where authors.id = items.author_id) a on true
          limit ${20}) t`;
    }
    if (path.includes('/items')) {
      return transaction<{ body: string }[]>`
        select coalesce(json_agg(t), '[]')::text as body, count(*) from (select items.* from public.items limit ${20}) t`;
    }
    if (path.includes('/log')) {
      await transaction`insert into public.log (text) select text from json_to_record(${body}::text::json) as x(text text)`;
      return [{ body: '' }];
    }
    return transaction<{ body: string }[]>`
      select to_json(public.add(a => x.a, b => x.b))::text as body from json_to_record(${body}::text::json) as x(a int, b int)`;
  });
  return { status: path.includes('/log') ? 201 : 200, body: rows[0]?.body ?? '' };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

createServer((request, response) => {
  if (request.url === '/ready') {
    response.end();
    return;
  }
  answer(request).then(
    ({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
      response.end(body);
    },
    (error: unknown) => {
      response.writeHead(500);
      response.end(String(error));
    },
  );
}).listen(Number(process.env.PORT), '127.0.0.1');
