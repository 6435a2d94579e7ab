// How Node's requests become web requests, and their responses are sent. A request without a host gets the site's, and
// one that cannot be put into a URL gets an error instead of an empty response.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { BytesResponse } from '#backend/gateway/bytes-response.ts';
import { apiErrors } from '../http-kit/api-error.ts';
import { requestErrors } from './request-errors.ts';

export function createListener(
  { siteUrl }: { siteUrl: string },
  answer: (request: Request, incoming: IncomingMessage) => Response | Promise<Response>,
): (request: IncomingMessage, response: ServerResponse) => void {
  return getRequestListener(
    async (request, { incoming, outgoing }) => {
      const response = await answer(request, incoming as IncomingMessage);
      if (!(response instanceof BytesResponse) || response.bodyUsed) return response;
      sendBytes(response, outgoing as ServerResponse);
      return RESPONSE_ALREADY_SENT;
    },
    {
      overrideGlobalObjects: false,
      hostname: new URL(siteUrl).host,
      errorHandler(error: unknown): Response {
        if (!(error instanceof RequestError)) return apiErrors.unexpected().toResponse();
        const isHost = /host/i.test(error.message);
        return (isHost ? requestErrors.badHost() : requestErrors.badAddress()).toResponse();
      },
    },
  );
}

function sendBytes({ status, headers, bytesInMemory }: BytesResponse, outgoing: ServerResponse): void {
  const list: string[] = [];
  for (const [name, value] of headers) list.push(name, value);
  if (!headers.has('content-length')) list.push('content-length', String(bytesInMemory.byteLength));
  outgoing.writeHead(status, list).end(bytesInMemory);
}
