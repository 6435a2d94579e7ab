// The proxies of the guide, as their recipes in deploy/ have them, with a certificate authority of their own.
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestAuthority, type TestAuthority } from '#server/testing/test-certificates.ts';
import { type Program, startProgram } from '../web/programs.ts';

export const FRONTS = ['caddy', 'nginx', 'onda'] as const;
export type Front = (typeof FRONTS)[number];

export interface Authority {
  root: string;
  files: { cert: string; key: string };
}

export interface StartedProxy {
  program: Program;
  /** The certificate of its authority, as PEM. */
  root: string;
}

interface ProxyOptions {
  folder: string;
  authority: Authority;
  port: number;
  tlsPort: number;
  httpPort: number;
}

const DEPLOY = join(import.meta.dirname, '..', '..', 'deploy');

export async function createAuthority(folder: string): Promise<Authority> {
  const authority: TestAuthority = await createTestAuthority();
  const { cert, key } = await authority.issue(['localhost']);
  const files = { cert: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') };
  await writeFile(files.cert, cert);
  await writeFile(files.key, key, { mode: 0o600 });
  return { root: authority.root, files };
}

/** The recipe as it is; the block before it takes other ports, and an authority of Caddy's own instead of Let's Encrypt. */
export async function startCaddy({ folder, port, tlsPort, httpPort }: ProxyOptions): Promise<StartedProxy> {
  const home = join(folder, 'caddy');
  await mkdir(home);
  const global = `{
	local_certs
	skip_install_trust
	admin off
	http_port ${httpPort}
	https_port ${tlsPort}
	storage file_system ${home}
}
`;
  const file = join(home, 'Caddyfile');
  await writeFile(file, global + (await readFile(join(DEPLOY, 'Caddyfile'), 'utf8')));
  const program = startProgram({
    name: 'caddy',
    command: 'caddy',
    parameters: ['run', '--config', file, '--adapter', 'caddyfile'],
    env: { DOMAIN: 'localhost', UPSTREAM: `127.0.0.1:${port}`, HOME: home },
  });
  const root = join(home, 'pki', 'authorities', 'local', 'root.crt');
  for (let tries = 0; ; tries += 1) {
    const pem = await readFile(root, 'utf8').catch(() => '');
    if (pem.includes('END CERTIFICATE')) return { program, root: pem };
    if (tries === 200) {
      await program.stop();
      throw new Error('Caddy did not make its authority. Is it installed? On Debian: apt-get install caddy');
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export async function startNginx(options: ProxyOptions): Promise<StartedProxy> {
  const { authority, port, tlsPort, httpPort } = options;
  const folder = join(options.folder, 'nginx');
  await mkdir(folder);
  await chmod(folder, 0o711);
  const recipe = (await readFile(join(DEPLOY, 'nginx.conf'), 'utf8'))
    .replace(/listen 80;\n\s*listen \[::\]:80;/, `listen ${httpPort}; listen [::]:${httpPort};`)
    .replace(
      /listen 443 ssl http2;\n\s*listen \[::\]:443 ssl http2;/,
      `listen ${tlsPort} ssl http2; listen [::]:${tlsPort} ssl http2;`,
    )
    .replaceAll('server_name studio.example;', 'server_name localhost;')
    .replace('127.0.0.1:3000', `127.0.0.1:${port}`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${authority.files.cert};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${authority.files.key};`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join(' ');
  const file = join(folder, 'nginx.conf');
  await writeFile(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log stderr error; events { worker_connections 1024; }
http { access_log off; ${temporary}
${recipe}}
`,
  );
  const program = startProgram({
    name: 'nginx',
    command: 'nginx',
    parameters: ['-p', folder, '-c', file, '-e', 'stderr'],
    env: { PATH: `${process.env.PATH ?? ''}:/usr/sbin` },
  });
  return { program, root: authority.root };
}
