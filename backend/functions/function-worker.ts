// One running function: a thread with memory and time limits. When a thread dies or is too slow, its requests fail
// with the reason. Starting another one is up to the caller.
import { Worker } from 'node:worker_threads';
import { currentRequestWrites, type RequestWrites, withRequestWrites } from '../database/request-writes.ts';
import { errors, type RelayError } from './errors.ts';
import {
  type FromWorker,
  partsOf,
  type RequestParts,
  responseOf,
  type ToWorker,
  transferOf,
  type WorkerData,
} from './messages.ts';

export interface FunctionLimits {
  memoryMb: number;
  bootMs: number;
  /** Until the response begins. Streaming afterwards may take as long as someone reads. */
  requestMs: number;
}

export interface FunctionWorker {
  /** The function's own files, known once it runs. */
  readonly files: string[];
  readonly isAlive: boolean;
  readonly busy: number;
  ask(request: RequestParts, signal: AbortSignal): Promise<Response>;
  /** Accepts no more requests, and ends when the running ones are answered. */
  retire(): void;
  end(): Promise<void>;
}

export interface FunctionWorkerOptions {
  name: string;
  entrypoint: string;
  functionsDir: string;
  importMap?: string;
  env: Record<string, string>;
  limits: FunctionLimits;
  backendUrl: string;
  callBackend(request: Request): Promise<Response>;
  onLine(line: string, level: LogLevel): void;
  onError(message: string, error: unknown): void;
}

/** Printed by the function; printed as a warning; thrown. */
export type LogLevel = 'info' | 'warn' | 'error';

interface Waiting {
  /** What the function writes through the backend ends with the request that it answers. */
  writes: RequestWrites | undefined;
  resolve(response: Response): void;
  reject(error: RelayError): void;
  timer: NodeJS.Timeout;
}

const program = new URL('./worker/main.ts', import.meta.url);

export async function startFunctionWorker(options: FunctionWorkerOptions): Promise<FunctionWorker> {
  const { name, entrypoint, functionsDir, importMap, env, limits, backendUrl, onError } = options;
  const data: WorkerData = { name, entrypoint, functionsDir, importMap, backendUrl };
  const worker = new Worker(program, {
    name: `function ${name}`,
    workerData: data,
    env,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  });
  const waiting = new Map<number, Waiting>();
  const streaming = new Set<ReadableStreamDefaultController<Uint8Array>>();
  let lastId = 0;
  let files: string[] = [];
  let death: RelayError | undefined;
  let isRetired = false;
  readLines(worker.stdout, (line) => options.onLine(line, 'info'));
  readLines(worker.stderr, (line) => options.onLine(line, 'warn'));

  const send = (message: ToWorker, transfer: ReadableStream[] = []) =>
    worker.postMessage(message, transfer as unknown as ArrayBuffer[]);

  function die(error: RelayError): void {
    if (death) return;
    death = error;
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer);
      reject(error);
    }
    waiting.clear();
    // These requests can no longer complete, so they fail here.
    for (const controller of streaming) controller.error(error);
    streaming.clear();
    void worker.terminate();
  }

  function endIfRetired(): void {
    if (isRetired && waiting.size + streaming.size === 0) void worker.terminate();
  }

  /** The same bytes, watched for their end: a thread is not stopped while someone still reads from it. */
  function watched(body: ReadableStream<Uint8Array> | null): ReadableStream<Uint8Array> | null {
    if (!body) return null;
    const reader = body.getReader();
    let own: ReadableStreamDefaultController<Uint8Array>;
    const done = () => {
      streaming.delete(own);
      endIfRetired();
    };
    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          own = controller;
          streaming.add(controller);
        },
        async pull(controller) {
          const { done: isOver, value } = await reader.read().catch((error: unknown) => {
            done();
            throw error;
          });
          if (!isOver) return controller.enqueue(value);
          // A thread that died has ended this already.
          if (streaming.has(controller)) controller.close();
          done();
        },
        cancel(reason) {
          done();
          return reader.cancel(reason);
        },
      },
      { highWaterMark: 0 },
    );
  }

  function settle(id: number): Waiting | undefined {
    const found = waiting.get(id);
    if (!found) return undefined;
    clearTimeout(found.timer);
    waiting.delete(id);
    return found;
  }

  async function forward(id: number, parts: RequestParts, during: number | undefined): Promise<void> {
    try {
      const { url, method, headers, body } = parts;
      const request = new Request(url, { method, headers, body, duplex: 'half' } as RequestInit);
      // What goes on after the answer belongs to no request.
      const writes = during === undefined ? undefined : waiting.get(during)?.writes;
      const answer = partsOf(await withRequestWrites(writes, () => options.callBackend(request)));
      send({ kind: 'backend-answer', id, response: answer }, transferOf(answer));
    } catch (error) {
      onError(`function ${name}: a call of the backend failed`, error);
      send({ kind: 'backend-failure', id, message: 'fetch failed' });
    }
  }

  const ready = new Promise<void>((resolve, reject) => {
    const tooSlow = setTimeout(() => fail(errors.bootFailed(new Error('it took too long'))), limits.bootMs);
    const fail = (error: RelayError) => {
      clearTimeout(tooSlow);
      die(error);
      reject(error);
    };
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') {
        clearTimeout(tooSlow);
        files = message.files;
        resolve();
      } else if (message.kind === 'answer') {
        const { response } = message;
        settle(message.id)?.resolve(responseOf({ ...response, body: watched(response.body) }));
      } else if (message.kind === 'failure') {
        options.onLine(message.stack, 'error');
        settle(message.id)?.resolve(new Response('Internal Server Error', { status: 500 }));
      } else {
        void forward(message.id, message.request, message.during);
      }
      endIfRetired();
    });
    worker.on('error', (error) => {
      const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      options.onLine(String(error.stack ?? error), 'error');
      const isBooted = files.length > 0;
      fail(
        isMemory ? errors.workerLimit(error) : isBooted ? errors.workerDied(error) : errors.bootFailed(error),
      );
    });
    worker.on('exit', () => fail(errors.workerDied()));
  });

  await ready;
  // A thread that waits for requests must not keep the host running.
  worker.unref();
  return {
    files,
    get isAlive() {
      return death === undefined && !isRetired;
    },
    get busy() {
      return waiting.size + streaming.size;
    },
    ask: (request, signal) =>
      new Promise((resolve, reject) => {
        if (death) return reject(death);
        lastId += 1;
        const id = lastId;
        // A thread that is too slow may be in an endless loop, which only termination ends.
        const timer = setTimeout(() => die(errors.timedOut()), limits.requestMs);
        waiting.set(id, { resolve, reject, timer, writes: currentRequestWrites() });
        signal.addEventListener('abort', () => send({ kind: 'abort', id }), { once: true });
        send({ kind: 'request', id, request }, transferOf(request));
      }),
    retire() {
      isRetired = true;
      endIfRetired();
    },
    end: async () => {
      die(errors.workerDied());
      await worker.terminate();
    },
  };
}

function readLines(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = (lines.pop() ?? '').slice(-10_000);
    for (const line of lines) if (line !== '') onLine(line.slice(0, 10_000));
  });
}
