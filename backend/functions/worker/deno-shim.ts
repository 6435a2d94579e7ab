// The part of Deno that Edge Functions use: serving, the environment, a few values. Anything else
// fails with an error that names it.

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { inspect } from 'node:util';

export type FunctionHandler = (request: Request, info?: unknown) => Response | Promise<Response>;

export interface DenoShim {
  /** The handler passed to Deno.serve. */
  handler(): FunctionHandler | undefined;
}

export function installDenoShim(): DenoShim {
  let served: FunctionHandler | undefined;
  const env = {
    get: (name: string) => process.env[name],
    has: (name: string) => process.env[name] !== undefined,
    set(name: string, value: string) {
      process.env[name] = value;
    },
    delete(name: string) {
      delete process.env[name];
    },
    toObject: () => ({ ...process.env }),
  };
  const offered = {
    env,
    serve(...given: unknown[]) {
      served = handlerOf(given);
      const addr = { transport: 'tcp', hostname: 'localhost', port: 8000 };
      return {
        addr,
        finished: new Promise<void>(() => undefined),
        shutdown: async () => undefined,
        ref() {},
        unref() {},
      };
    },
    readTextFile: (path: string | URL) => readFile(path, 'utf8'),
    readFile: async (path: string | URL) => new Uint8Array(await readFile(path)),
    readTextFileSync: (path: string | URL) => readFileSync(path, 'utf8'),
    cwd: () => process.cwd(),
    inspect,
    memoryUsage: () => process.memoryUsage(),
    version: { deno: '2.1.4', v8: process.versions.v8, typescript: '' },
    build: { os: 'linux', arch: process.arch === 'arm64' ? 'aarch64' : 'x86_64' },
    pid: process.pid,
    exit(code = 0) {
      throw new Error(`Deno.exit(${code}) is not allowed`);
    },
    errors: {
      NotFound: class NotFound extends Error {},
      PermissionDenied: class PermissionDenied extends Error {},
    },
  };
  const shim = new Proxy(offered, {
    get(target, name, receiver) {
      if (name in target || typeof name === 'symbol') return Reflect.get(target, name, receiver);
      throw new Error(`Deno.${name} is not offered by this host`);
    },
  });
  Object.assign(globalThis, {
    Deno: shim,
    // Work after the response: this thread outlives the request anyway.
    EdgeRuntime: {
      waitUntil(work: Promise<unknown>) {
        work.catch((error: unknown) => console.error(error));
        return work;
      },
    },
  });
  return { handler: () => served };
}

/** Deno.serve(handler), Deno.serve(options, handler) or Deno.serve({ handler }). */
function handlerOf(given: unknown[]): FunctionHandler {
  for (const value of given) {
    if (typeof value === 'function') return value as FunctionHandler;
    if (
      typeof value === 'object' &&
      value !== null &&
      'handler' in value &&
      typeof value.handler === 'function'
    )
      return value.handler as FunctionHandler;
  }
  throw new TypeError('Deno.serve needs a handler');
}
