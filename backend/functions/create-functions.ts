// The functions service: a handler for everything below /functions/v1. Each function runs in its own thread,
// started by its first request and stopped when unused. Reads no environment.
import { stat } from 'node:fs/promises';
import { bearerToken, type IdentifyCaller, InvalidToken } from '#backend/gateway/identify-caller.ts';
import { isLoadedAsProgram } from '#backend/gateway/inert-answer.ts';
import { errors, RelayError, renderError } from './errors.ts';
import { type FunctionSettings, findFunction, readSecrets } from './function-settings.ts';
import {
  type FunctionLimits,
  type FunctionWorker,
  type LogLevel,
  startFunctionWorker,
} from './function-worker.ts';
import type { RequestParts } from './messages.ts';
import { sandboxAnswer } from './sandbox-answer.ts';

export interface FunctionsOptions {
  /** Contains <name>/index.ts, and config.toml beside it. */
  directory: string;
  /** Where clients find this host; functions see it as SUPABASE_URL. */
  url: string;
  /** What every function finds in its environment beside its secrets. */
  env: Record<string, string>;
  /** Loads a function again when one of its files changed. */
  isWatching?: boolean;
  limits?: Partial<FunctionLimits>;
  maxBodyBytes?: number;
  maxAtOnce?: number;
  idleMs?: number;
  /** What functions print, and what they throw with its stack. */
  onLog?: (name: string, line: string, level: LogLevel) => void;
  onError?: (message: string, error: unknown) => void;
}

export interface Functions {
  /** `path` is what follows /functions/v1. */
  handle(request: Request, path: string, search: string, identifyCaller: IdentifyCaller): Promise<Response>;
  close(): Promise<void>;
}

const defaultLimits: FunctionLimits = { memoryMb: 150, bootMs: 15_000, requestMs: 60_000 };

interface Running {
  worker: Promise<FunctionWorker>;
  startedMs: number;
  usedMs: number;
}

export function createFunctions(
  options: FunctionsOptions & { callBackend(request: Request): Promise<Response> },
): Functions {
  const {
    directory,
    isWatching = false,
    maxBodyBytes = 20_000_000,
    maxAtOnce = 100,
    idleMs = 5 * 60_000,
  } = options;
  const onError = options.onError ?? (() => undefined);
  const running = new Map<string, Running>();
  const idle = setInterval(endIdle, Math.min(idleMs, 30_000));
  idle.unref();

  function endIdle(): void {
    for (const [name, { worker, usedMs }] of running) {
      if (Date.now() - usedMs < idleMs) continue;
      void worker.then((one) => {
        if (one.busy > 0) return;
        running.delete(name);
        one.retire();
      });
    }
  }

  async function start(settings: FunctionSettings): Promise<FunctionWorker> {
    const { name, entrypoint, importMap } = settings;
    return startFunctionWorker({
      name,
      entrypoint,
      functionsDir: directory,
      importMap,
      env: { ...(await readSecrets(directory)), ...options.env, SUPABASE_URL: options.url },
      limits: { ...defaultLimits, ...options.limits },
      backendUrl: options.url,
      callBackend: options.callBackend,
      onLine: (line, level) => options.onLog?.(name, line, level),
      onError,
    });
  }

  async function workerOf(settings: FunctionSettings): Promise<FunctionWorker> {
    const { name } = settings;
    const known = running.get(name);
    if (known) {
      const worker = await known.worker.catch(() => undefined);
      if (worker?.isAlive && !(isWatching && (await hasChanged(worker.files, known.startedMs)))) {
        known.usedMs = Date.now();
        return worker;
      }
      if (running.get(name) === known) {
        running.delete(name);
        worker?.retire();
      }
    }
    // Concurrent requests share the same one.
    const present = running.get(name);
    if (present) return present.worker;
    const begun = { worker: start(settings), startedMs: Date.now(), usedMs: Date.now() };
    running.set(name, begun);
    begun.worker.catch(() => {
      if (running.get(name) === begun) running.delete(name);
    });
    return begun.worker;
  }

  async function answer(request: Request, path: string, search: string, identifyCaller: IdentifyCaller) {
    if (isLoadedAsProgram(request.headers)) throw errors.notAProgram();
    const [, name = ''] = /^\/([^/]+)/.exec(path) ?? [];
    const settings = await findFunction(directory, name);
    if (!settings) throw errors.notFound();
    // Browsers send OPTIONS before they may send a token; the function answers that itself.
    if (request.method !== 'OPTIONS')
      await (settings.verifiesJwt ? requireToken : rejectApplication)(request.headers, identifyCaller);
    const worker = await workerOf(settings);
    if (worker.busy >= maxAtOnce) throw errors.tooManyRequests();
    const tooLarge = Promise.withResolvers<never>();
    const parts = partsFor(request, path, search, { maxBodyBytes, onTooLarge: tooLarge.reject });
    return sandboxAnswer(await Promise.race([worker.ask(parts, request.signal), tooLarge.promise]));
  }

  return {
    async handle(request, path, search, identifyCaller) {
      try {
        return await answer(request, path, search, identifyCaller);
      } catch (error) {
        const known = error instanceof RelayError ? error : errors.workerDied(error);
        if (known.status >= 500) onError(`function ${path} failed: ${known.message}`, known.cause ?? known);
        return renderError(known);
      }
    },
    async close() {
      clearInterval(idle);
      const workers = [...running.values()].map(async ({ worker }) =>
        (await worker.catch(() => undefined))?.end(),
      );
      running.clear();
      await Promise.all(workers);
    },
  };
}

/** The key alone counts too: clients with the newer keys send it without a bearer token. */
async function requireToken(headers: Headers, identifyCaller: IdentifyCaller): Promise<void> {
  const token = bearerToken(headers) ?? headers.get('apikey');
  if (!token) throw errors.missingAuthorization();
  try {
    await identifyCaller(new Headers({ authorization: `Bearer ${token}` }));
  } catch (error) {
    if (error instanceof InvalidToken && error.kind === 'scope')
      throw errors.insufficientScope(error.message);
    if (error instanceof InvalidToken) throw errors.invalidJwt();
    throw error;
  }
}

/** A public function may read any header, so an application's token that is not allowed is removed. */
async function rejectApplication(headers: Headers, identifyCaller: IdentifyCaller): Promise<void> {
  const token = bearerToken(headers);
  if (!token) return;
  try {
    await identifyCaller(new Headers({ authorization: `Bearer ${token}` }));
  } catch (error) {
    if (!(error instanceof InvalidToken)) throw error;
    if (error.kind === 'scope') throw errors.insufficientScope(error.message);
  }
}

/** As on a hosted Supabase, a function sees its own name as the first part of the path. */
function partsFor(
  request: Request,
  path: string,
  search: string,
  { maxBodyBytes, onTooLarge }: { maxBodyBytes: number; onTooLarge(error: RelayError): void },
): RequestParts {
  const length = Number(request.headers.get('content-length') ?? 0);
  if (length > maxBodyBytes) throw errors.bodyTooLarge(maxBodyBytes);
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD' && request.body !== null;
  return {
    url: `http://localhost:8000${path}${search === '' ? '' : `?${search}`}`,
    method: request.method,
    headers: [...request.headers],
    body: hasBody ? limited(request.body, maxBodyBytes, onTooLarge) : null,
  };
}

function limited(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  onTooLarge: (error: RelayError) => void,
): ReadableStream<Uint8Array> | null {
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes <= maxBytes) return controller.enqueue(chunk);
      onTooLarge(errors.bodyTooLarge(maxBytes));
      controller.error(new Error('the body is too large'));
    },
  });
  return body?.pipeThrough(limit) ?? null;
}

async function hasChanged(files: string[], sinceMs: number): Promise<boolean> {
  for (const file of files) {
    const found = await stat(file).catch(() => undefined);
    if (!found || found.mtimeMs > sinceMs) return true;
  }
  return false;
}
