// The thread of one function: loads it, answers requests with it, and asks the host for the backend's services.
import { AsyncLocalStorage } from 'node:async_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import {
  type FromWorker,
  partsOf,
  type RequestParts,
  responseOf,
  type ToWorker,
  transferOf,
  type WorkerData,
} from '../messages.ts';
import { type FunctionHandler, installDenoShim } from './deno-shim.ts';
import { installResolver } from './resolve-imports.ts';

const { entrypoint, functionsDir, importMap, backendUrl } = workerData as WorkerData;
const port = parentPort;
if (!port) throw new Error('this file must run in a worker thread');

const post = (message: FromWorker, transfer: ReadableStream[] = []) =>
  port.postMessage(message, transfer as unknown as ArrayBuffer[]);
const running = new Map<number, AbortController>();
const asked = new Map<number, { resolve(response: Response): void; reject(error: Error): void }>();
let lastAsked = 0;
/** The request that is being answered. */
const answering = new AsyncLocalStorage<number>();

const files = new Set<string>();
installResolver({ entrypoint, functionsDir, importMap, onFile: (file) => files.add(file) });
const shim = installDenoShim();
const fetchOutside = globalThis.fetch;
globalThis.fetch = fetchInside;

const loaded: { default?: unknown } = await import(entrypoint);
const handler = handlerOf(loaded.default) ?? shim.handler();
if (!handler) throw new Error(`${entrypoint} neither calls Deno.serve nor exports a default with fetch`);
port.on('message', (message: ToWorker) => receive(message, handler));
post({ kind: 'ready', files: [entrypoint, ...files] });

function handlerOf(exported: unknown): FunctionHandler | undefined {
  if (typeof exported === 'function') return exported as FunctionHandler;
  if (typeof exported !== 'object' || exported === null || !('fetch' in exported)) return undefined;
  const { fetch } = exported;
  return typeof fetch === 'function' ? (request) => fetch.call(exported, request) : undefined;
}

function receive(message: ToWorker, handle: FunctionHandler): void {
  switch (message.kind) {
    case 'request':
      void answer(message.id, message.request, handle);
      break;
    case 'abort':
      running.get(message.id)?.abort();
      break;
    case 'backend-answer':
      asked.get(message.id)?.resolve(responseOf(message.response));
      asked.delete(message.id);
      break;
    case 'backend-failure':
      asked.get(message.id)?.reject(new TypeError(message.message));
      asked.delete(message.id);
      break;
  }
}

async function answer(id: number, parts: RequestParts, handle: FunctionHandler): Promise<void> {
  const abort = new AbortController();
  running.set(id, abort);
  try {
    const { url, method, headers, body } = parts;
    const request = new Request(url, {
      method,
      headers,
      body,
      signal: abort.signal,
      duplex: 'half',
    } as RequestInit);
    const response = await answering.run(id, () => handle(request));
    if (!(response instanceof Response)) throw new TypeError('the function did not return a Response');
    const sent = partsOf(response);
    post({ kind: 'answer', id, response: sent }, transferOf(sent));
  } catch (error) {
    post({ kind: 'failure', id, stack: error instanceof Error ? String(error.stack) : String(error) });
  } finally {
    running.delete(id);
  }
}

/** fetch, with the backend's own services answered by the host without a socket. */
function fetchInside(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  if (!isBackend(request.url)) return fetchOutside(request);
  lastAsked += 1;
  const id = lastAsked;
  const { url, method, body } = request;
  const parts = { url, method, headers: [...request.headers], body };
  return new Promise((resolve, reject) => {
    asked.set(id, { resolve, reject });
    request.signal.addEventListener('abort', () => {
      asked.delete(id);
      reject(request.signal.reason);
    });
    post(
      { kind: 'backend-request', id, during: answering.getStore(), request: parts as RequestParts },
      transferOf(parts),
    );
  });
}

function isBackend(url: string): boolean {
  return (
    url.startsWith(`${backendUrl}/`) &&
    /^\/(auth|rest|storage|functions)\/v1\//.test(url.slice(backendUrl.length))
  );
}
