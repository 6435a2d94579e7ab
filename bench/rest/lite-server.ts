// @supabase/lite on the same PostgreSQL, from the folder that the bench installed it into, behind the same HTTP server
// library as onda. Started by the bench: OUTSIDE_FOLDER, DATABASE_URL, JWT_SECRET and PORT say how.
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { openSql } from '#backend/database/driver/open-sql.ts';

interface LitePackage {
  App: new (
    options: object,
  ) => { fetch(request: Request, context: { peerAddress: null }): Promise<Response> };
  getAuthSchemaSql(dialect: 'postgres'): string;
}
interface LitePostgres {
  createPostgresConnection(options: { url: string }): Promise<object>;
}

const url = process.env.DATABASE_URL ?? '';
const load = async <Package>(file: string) => {
  const path = join(process.env.OUTSIDE_FOLDER ?? '', 'node_modules', '@supabase', 'lite', 'dist', file);
  return (await import(pathToFileURL(path).href)) as Package;
};
const { App, getAuthSchemaSql } = await load<LitePackage>('index.js');
const { createPostgresConnection } = await load<LitePostgres>('db/postgres/PostgresConnection.js');

const sql = openSql(url, { max: 1 });
await sql.unsafe(getAuthSchemaSql('postgres'));
await sql.end();

const app = new App({
  connection: await createPostgresConnection({ url }),
  auth: { enabled: true, jwt_secret: process.env.JWT_SECRET },
  options: { server: { apiKeys: false } },
});
const listener = getRequestListener((request) => app.fetch(request, { peerAddress: null }), {
  overrideGlobalObjects: false,
});
createServer((request, response) => {
  if (request.url === '/ready') response.end();
  else void listener(request, response);
}).listen(Number(process.env.PORT), '127.0.0.1');
