// How Node's requests become web requests: one without a host gets the site's, and one that cannot be put into a URL
// gets an error instead of an empty response.
import { RequestError } from '@hono/node-server';
import { apiErrors } from '../http-kit/api-error.ts';
import { requestErrors } from './request-errors.ts';

export function listenerOptions({ siteUrl }: { siteUrl: string }) {
  return {
    overrideGlobalObjects: false,
    hostname: new URL(siteUrl).host,
    errorHandler(error: unknown): Response {
      if (!(error instanceof RequestError)) return apiErrors.unexpected().toResponse();
      const isHost = /host/i.test(error.message);
      return (isHost ? requestErrors.badHost() : requestErrors.badAddress()).toResponse();
    },
  };
}
