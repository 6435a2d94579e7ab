// The whole program on a free port, in production mode. Its few clients stand for many people, so nothing is limited.
import { findFreePort } from '#backend/find-free-port.ts';
import { type Program, startServer } from '../web/programs.ts';

export interface Studio extends Program {
  port: number;
  url: string;
}

export async function startStudio(env: {
  DATA_DIR: string;
  DATABASE_URL: string;
  LOG_LEVEL: string;
  [name: string]: string;
}): Promise<Studio> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const program = await startServer({
    name: 'onda',
    command: process.execPath,
    parameters: ['server/main.ts'],
    url: `${url}/readyz`,
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      RADIO_SOURCE_PORT: '0',
      AUTH_RATE_LIMITS: 'off',
      ...env,
    },
  });
  return { ...program, port, url };
}
