// Messages between the host and a function's thread. Bodies are transferred as streams, never copied whole.

export interface RequestParts {
  url: string;
  method: string;
  headers: [name: string, value: string][];
  body: ReadableStream<Uint8Array> | null;
}

export interface ResponseParts {
  status: number;
  statusText: string;
  headers: [name: string, value: string][];
  body: ReadableStream<Uint8Array> | null;
}

export type ToWorker =
  | { kind: 'request'; id: number; request: RequestParts }
  | { kind: 'abort'; id: number }
  | { kind: 'backend-answer'; id: number; response: ResponseParts }
  | { kind: 'backend-failure'; id: number; message: string };

export type FromWorker =
  | { kind: 'ready'; files: string[] }
  | { kind: 'answer'; id: number; response: ResponseParts }
  /** The function threw; the stack is for the log. */
  | { kind: 'failure'; id: number; stack: string }
  /** `during`: the request that the function answers meanwhile. */
  | { kind: 'backend-request'; id: number; during: number | undefined; request: RequestParts };

export interface WorkerData {
  name: string;
  entrypoint: string;
  /** The folder of all functions, with what they share. */
  functionsDir: string;
  /** The import map that config.toml names for this function. */
  importMap?: string;
  /** Requests to this origin's services are answered by the host itself, without a socket. */
  backendUrl: string;
}

export function partsOf(response: Response): ResponseParts {
  const { status, statusText, body } = response;
  return { status, statusText, headers: [...response.headers], body };
}

export function responseOf({ status, statusText, headers, body }: ResponseParts): Response {
  return new Response(body, { status, statusText, headers });
}

export function transferOf({ body }: { body: ReadableStream | null }): ReadableStream[] {
  return body ? [body] : [];
}
