// Three processes of the whole program on one data folder and its PostgreSQL, behind an nginx with a configuration of its
// own: round robin, no sticky sessions. Each process can be ended and started again by its number.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '#backend/find-free-port.ts';
import { nginxPreamble } from '../web/nginx.ts';
import { type Program, startServer } from '../web/programs.ts';

export interface Cluster {
  /** Where nginx listens. */
  readonly url: string;
  readonly databaseUrl: string;
  readonly anonKey: string;
  readonly serviceRoleKey: string;
  readonly urls: readonly string[];
  /** Ends one process with this signal, and starts it again. */
  restart(index: number, signal: NodeJS.Signals): Promise<Restart>;
  /** What processes wrote that is no ordinary line. */
  complaints(): string[];
  close(): Promise<void>;
}

export interface Restart {
  endMs: number;
  startMs: number;
  exit: number | NodeJS.Signals;
}

const PROCESSES = 3;
const READY_LIMIT_MS = 180_000;

interface Member {
  readonly port: number;
  readonly url: string;
  child: ChildProcess | undefined;
}

export interface ClusterOptions {
  dataDir?: string;
  /** What each process is given besides. */
  env?: Record<string, string>;
  /** Where people find the site, and who passes their requests on; otherwise nginx without TLS. */
  proxy?: { url: string; start(ports: readonly number[]): Promise<Program> };
}

export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'onda-processes-'));
  await chmod(folder, 0o711);
  const dataDir = options.dataDir ?? join(folder, 'data');
  const port = await findFreePort();
  const url = options.proxy?.url ?? `http://127.0.0.1:${port}`;
  const complaints: string[] = [];
  const members: Member[] = [];
  for (let index = 0; index < PROCESSES; index++) {
    const own = await findFreePort();
    members.push({ port: own, url: `http://127.0.0.1:${own}`, child: undefined });
  }
  let nginx: Program | undefined;

  async function start(member: Member): Promise<void> {
    const child = spawn(process.execPath, ['server/main.ts'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_ENV: 'production',
        MALLOC_ARENA_MAX: '2',
        PORT: String(member.port),
        SITE_URL: url,
        TRUSTED_PROXIES: 'loopback',
        DATA_DIR: dataDir,
        RADIO_SOURCE_PORT: '0',
        LOG_LEVEL: 'error',
        // A few clients stand for many people; limits are tested elsewhere.
        AUTH_RATE_LIMITS: 'off',
        ...(options.env ?? { AUTH_AUTOCONFIRM: 'on', AUTH_CAPTCHA: 'off' }),
      },
    });
    member.child = child;
    const listen = (chunk: Buffer) => {
      for (const line of chunk.toString().split('\n'))
        if (/"level":(50|60)|went away|Not everything/.test(line)) complaints.push(line);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk.toString().trim()));
    for (const deadlineMs = Date.now() + READY_LIMIT_MS; ; await sleep(50)) {
      if (await isReady(member.url)) return;
      if (child.exitCode !== null || Date.now() > deadlineMs)
        throw new Error(`A process did not start:\n${complaints.slice(-5).join('\n')}`);
    }
  }

  async function end(member: Member, signal: NodeJS.Signals): Promise<number | NodeJS.Signals> {
    const { child } = member;
    if (!child || child.exitCode !== null || child.signalCode !== null) return 0;
    const ended = once(child, 'exit');
    child.kill(signal);
    const [code, by] = (await ended) as [number | null, NodeJS.Signals | null];
    return code ?? by ?? 0;
  }

  async function close(): Promise<void> {
    await nginx?.stop();
    await Promise.all(members.map((member) => end(member, 'SIGTERM')));
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  try {
    // The first one makes the database and its samples; the others find them.
    for (const member of members) await start(member);
    nginx = options.proxy
      ? await options.proxy.start(members.map((member) => member.port))
      : await startNginx(folder, port, members);
    const secrets = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'));
    const databasePort = (await readFile(join(dataDir, 'postgres.port'), 'utf8')).trim();
    return {
      url,
      databaseUrl: `postgres://postgres:${secrets.databasePassword}@127.0.0.1:${databasePort}/postgres`,
      anonKey: secrets.anonKey,
      serviceRoleKey: secrets.serviceRoleKey,
      urls: members.map((member) => member.url),
      complaints: () => complaints,
      async restart(index, signal) {
        const member = members[index % members.length];
        if (!member) throw new Error('There is no such process.');
        const beganMs = Date.now();
        const exit = await end(member, signal);
        const endedMs = Date.now();
        await start(member);
        return { exit, endMs: endedMs - beganMs, startMs: Date.now() - endedMs };
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => undefined);
  return answer?.status === 200;
}

async function startNginx(folder: string, port: number, members: readonly Member[]): Promise<Program> {
  const own = join(folder, 'nginx');
  await mkdir(own, { recursive: true });
  await chmod(own, 0o711);
  await writeFile(join(own, 'nginx.conf'), configuration(own, port, members));
  return startServer({
    name: 'nginx',
    command: 'nginx',
    parameters: ['-p', own, '-c', join(own, 'nginx.conf'), '-e', 'stderr'],
    url: `http://127.0.0.1:${port}/healthz`,
  });
}

function configuration(folder: string, port: number, members: readonly Member[]): string {
  const servers = members.map((member) => `    server 127.0.0.1:${member.port} max_fails=1 fail_timeout=1s;`);
  return `${nginxPreamble(folder)}
  map $http_upgrade $onda_connection {
    default upgrade;
    '' '';
  }
  upstream onda {
${servers.join('\n')}
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 0;
    large_client_header_buffers 4 32k;
    location / {
      proxy_pass http://onda;
      # POST and PATCH go to another process only while nothing of them was sent.
      proxy_next_upstream error timeout;
      proxy_connect_timeout 2s;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header X-Forwarded-Host $http_host;
      proxy_set_header Forwarded "";
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $onda_connection;
      proxy_buffering off;
      proxy_request_buffering off;
      proxy_read_timeout 75s;
      proxy_send_timeout 75s;
    }
  }
}
`;
}
