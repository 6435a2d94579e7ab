// nginx serving one file from memory: the same answer, header for header and byte for byte, as our page cache gives.
// A configuration of its own in a temporary folder; the system's nginx is not touched.
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '#backend/find-free-port.ts';
import { pinned } from './cores.ts';
import { type Program, startServer } from './programs.ts';

export interface Page {
  headers: Headers;
  body: Uint8Array;
}

// nginx makes these itself.
const OWN_HEADERS = new Set([
  'content-type',
  'content-length',
  'connection',
  'keep-alive',
  'date',
  'etag',
  'server',
  'transfer-encoding',
]);

export async function startNginx(options: {
  folder: string;
  program: string;
  page: Page;
  core: number;
}): Promise<Program & { url: string }> {
  const folder = join(options.folder, 'nginx');
  await mkdir(join(folder, 'root'), { recursive: true });
  // Under root the worker runs as another user and must walk to the file.
  for (const path of [options.folder, folder, join(folder, 'root')]) await chmod(path, 0o711);
  await writeFile(join(folder, 'root', 'page'), options.page.body, { mode: 0o644 });
  const port = await findFreePort();
  await writeFile(join(folder, 'nginx.conf'), configuration(folder, port, options.page.headers));
  const [command, parameters] = pinned(options.core, options.program, [
    '-p',
    folder,
    '-c',
    join(folder, 'nginx.conf'),
    '-e',
    'stderr',
  ]);
  const url = `http://127.0.0.1:${port}/page`;
  return { ...(await startServer({ name: 'nginx', command, parameters, url })), url };
}

function configuration(folder: string, port: number, headers: Headers): string {
  const added = [...headers]
    .filter(([name]) => !OWN_HEADERS.has(name))
    .map(([name, value]) => `    add_header ${name} ${quoted(value)};`);
  return `${nginxPreamble(folder)}
  sendfile on;
  tcp_nopush on;
  open_file_cache max=16;
  keepalive_timeout 65;
  keepalive_requests 100000000;
  default_type ${quoted(headers.get('content-type') ?? 'text/html')};
  server {
    listen 127.0.0.1:${port};
    root ${join(folder, 'root')};
${added.join('\n')}
  }
}
`;
}

/** The configuration up to the first server of `http`: one process that writes nothing outside its folder. */
export function nginxPreamble(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `  ${kind}_temp_path ${join(folder, kind)};`,
  );
  return `daemon off;
worker_processes 1;
pid ${join(folder, 'nginx.pid')};
error_log stderr crit;
events { worker_connections 1024; }
http {
${temporary.join('\n')}
  access_log off;`;
}

function quoted(value: string): string {
  // A "$" would begin a variable, and nginx knows no escape for it.
  if (value.includes('$')) throw new Error(`nginx cannot be given the header value ${value}`);
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
