// How Node's requests become web requests, and their responses are sent. A request without a host gets the site's, and
// one that cannot be put into a URL gets an error instead of an empty response.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { createRequestWrites, withRequestWrites } from '#backend/database/request-writes.ts';
import { BytesResponse } from '#backend/gateway/bytes-response.ts';
import { type ApiError, apiErrors } from '../http-kit/api-error.ts';
import { requestErrors } from './request-errors.ts';
import { settleAnswer } from './request-outcome.ts';
import { withHeaders } from './with-headers.ts';

interface ListenerOptions {
  siteUrl: string;
  /** Of every answer that is made here. */
  headers: [name: string, value: string][];
  /** A fault of ours that nothing before has answered. */
  onFault(error: unknown): void;
}

export function createListener(
  { siteUrl, headers, onFault }: ListenerOptions,
  answer: (request: Request, incoming: IncomingMessage) => Response | Promise<Response>,
): (request: IncomingMessage, response: ServerResponse) => void {
  return getRequestListener(
    async (request, { incoming, outgoing }) => {
      const writes = createRequestWrites();
      // Its sender has gone; after an answer this does nothing.
      outgoing.once('close', () => void writes.end());
      const response = await withRequestWrites(writes, async () =>
        settleAnswer(request, await answer(request, incoming as IncomingMessage)),
      );
      if (!(response instanceof BytesResponse) || response.bodyUsed) return response;
      sendBytes(response, outgoing as ServerResponse);
      return RESPONSE_ALREADY_SENT;
    },
    {
      overrideGlobalObjects: false,
      hostname: new URL(siteUrl).host,
      errorHandler(error: unknown): Response {
        const known = errorOf(error);
        if (known.status >= 500) onFault(error);
        return withHeaders(known.toResponse(), headers);
      },
    },
  );
}

function errorOf(error: unknown): ApiError {
  if (!(error instanceof RequestError)) return apiErrors.unexpected();
  return /host/i.test(error.message) ? requestErrors.badHost() : requestErrors.badAddress();
}

function sendBytes({ status, headers, bytesInMemory }: BytesResponse, outgoing: ServerResponse): void {
  const list: string[] = [];
  for (const [name, value] of headers) list.push(name, value);
  if (!headers.has('content-length')) list.push('content-length', String(bytesInMemory.byteLength));
  outgoing.writeHead(status, list).end(bytesInMemory);
}
