// Starts the program that holds what a test needs besides the host: security keys, an identity provider, and without
// a foreign host the host itself with its messages.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export interface Stage {
  /** Of our own host, when one was asked for. */
  url?: string;
  anonKey?: string;
  serviceRoleKey?: string;
  siteUrl?: string;
  mailTo(address: string): Promise<{ code: string; tokenHash: string; kind: string }>;
  textTo(phone: string): Promise<{ code: string; messageId: string }>;
  newDevice(origin: string): Promise<Device>;
  provider: Provider;
  close(): Promise<void>;
}

/** A security key. Options go in as the host sent them, answers come out as a browser would send them. */
export interface Device {
  create(options: object): Promise<Record<string, unknown>>;
  get(options: object): Promise<Record<string, unknown>>;
}

interface Provider {
  setPerson(person: { sub: string; email?: string; email_verified?: boolean; name?: string }): Promise<void>;
  /** Walks an authorization address as a browser would; returns where it is sent back to. */
  approve(url: string): Promise<URL>;
  idToken(claims?: Record<string, unknown>): Promise<string>;
}

const program = fileURLToPath(new URL('../../../server/testing/serve-auth-stage.ts', import.meta.url));

export async function openStage({ withHost }: { withHost: boolean }): Promise<Stage> {
  const child = spawn(process.execPath, [program, ...(withHost ? ['--host'] : [])], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const firstLine = new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve);
    void ended.then(() => reject(new Error('the stage ended before it was ready')));
  });
  const { controlUrl, ...host } = JSON.parse(await firstLine) as { controlUrl: string } & Pick<
    Stage,
    'url' | 'anonKey' | 'serviceRoleKey' | 'siteUrl'
  >;
  async function ask<Answer>(path: string, body?: object): Promise<Answer> {
    const response = await fetch(
      `${controlUrl}${path}`,
      body && { method: 'POST', body: JSON.stringify(body) },
    );
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.json() as Promise<Answer>;
  }
  /** Messages go out while nobody waits for them. */
  async function arrived<Message>(path: string): Promise<Message> {
    for (let tries = 0; tries < 200; tries += 1) {
      const message = await ask<Message | null>(path);
      if (message) return message;
      await sleep(50);
    }
    throw new Error(`nothing came: ${path}`);
  }
  return {
    ...host,
    mailTo: (address) => arrived(`/mails?to=${encodeURIComponent(address)}`),
    textTo: (phone) => arrived(`/texts?to=${encodeURIComponent(phone)}`),
    async newDevice(origin) {
      const { id } = await ask<{ id: number }>('/devices', { origin });
      return {
        create: (options) => ask(`/devices/${id}/create`, options),
        get: (options) => ask(`/devices/${id}/get`, options),
      };
    },
    provider: {
      setPerson: (person) => ask('/provider/person', person),
      approve: async (url) => new URL((await ask<{ url: string }>('/provider/approve', { url })).url),
      idToken: async (claims = {}) => (await ask<{ token: string }>('/provider/id-token', claims)).token,
    },
    async close() {
      child.stdin.end();
      if ((await ended) !== 0) throw new Error('the backend wrote a fault down, see above');
    },
  };
}
