// A studio on a database of its own with a station, for tests that speak to its routes.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRateLimiter } from '#backend/limits/rate-limiter.ts';
import type { TestPerson } from '../../accounts/testing/people.ts';
import type { Config } from '../../config.ts';
import { createLogger } from '../../logger.ts';
import { type StudioApp, startStudioApp } from '../../testing/studio-app.ts';
import { type RadioService, startRadio } from '../start-radio.ts';
import type { StartRadioOptions } from '../start-radio-options.ts';

export interface RadioStudio {
  studio: StudioApp;
  service: RadioService;
  dataDir: string;
  /** `line` is a method and a path. A plain object is sent as JSON. */
  ask(line: string, options?: AskOptions): Promise<Answer>;
  /** The process alone, once; the database stays. */
  endProcess(): Promise<void>;
  close(): Promise<void>;
}

interface AskOptions {
  as?: TestPerson;
  body?: BodyInit | object;
  headers?: Record<string, string>;
}

interface Answer {
  status: number;
  headers: Headers;
  text: string;
  json: Record<string, unknown>;
}

type ProcessOptions = Partial<
  Pick<StartRadioOptions, 'recheckMs' | 'clientIp' | 'connections' | 'hangUp' | 'log'>
> & {
  port?: number;
  radio?: Partial<Pick<Config['radio'], 'webhooksMayBePrivate'>>;
};

/** One of the processes of a studio. */
export function startRadioProcess(
  studio: StudioApp,
  dataDir: string,
  { port = 0, radio, ...options }: ProcessOptions = {},
): Promise<RadioService> {
  return startRadio({
    config: {
      dataDir,
      siteUrl: studio.siteUrl,
      demo: false,
      host: '127.0.0.1',
      port,
      radio: {
        streamUrl: undefined,
        sourcePort: 0,
        icecastPushUrl: undefined,
        recordingsLimitBytes: 2 ** 30,
        ...radio,
      },
      storage: { fileSizeLimitBytes: 2 * 2 ** 20, s3: undefined },
    },
    sql: studio.sql,
    databaseUrl: studio.databaseUrl,
    clientIp: () => '192.0.2.1',
    limiter: createRateLimiter({}),
    clients: studio.clients,
    secret: 'a secret of the test',
    log: createLogger('silent'),
    ...options,
  });
}

export async function startRadioStudio(
  radio: ProcessOptions['radio'] = {},
  options: ProcessOptions = {},
): Promise<RadioStudio> {
  const studio = await startStudioApp();
  const dataDir = await mkdtemp(join(tmpdir(), 'onda-radio-'));
  const service = await startRadioProcess(studio, dataDir, { ...options, radio });
  let ended: Promise<void> | undefined;
  const endProcess = () => {
    ended ??= service.close();
    return ended;
  };
  return {
    studio,
    service,
    dataDir,
    endProcess,
    async ask(line, { as, body, headers } = {}) {
      const [method = 'GET', path = '/'] = line.split(' ');
      const isPlain = body !== undefined && Object.getPrototypeOf(body) === Object.prototype;
      const response = await service.fetch(
        new Request(`${studio.siteUrl}${path}`, {
          method,
          headers: {
            ...(as && { authorization: `Bearer ${as.token}` }),
            ...(isPlain && { 'content-type': 'application/json' }),
            ...headers,
          },
          body: isPlain ? JSON.stringify(body) : (body as BodyInit | undefined),
        }),
      );
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json');
      return {
        status: response.status,
        headers: response.headers,
        text,
        json: isJson ? JSON.parse(text) : {},
      };
    },
    async close() {
      await endProcess();
      await studio.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
