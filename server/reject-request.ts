// The answer to a request that the HTTP server itself cannot take: JSON for programs, the site's error page for people.
import type { IncomingMessage } from 'node:http';
import { crossOrigin } from '#backend/gateway/cors.ts';
import { isApiPath } from './http/api-path.ts';
import type { SecurityHeaders } from './http/content-security.ts';
import type { ApiError } from './http-kit/api-error.ts';
import type { Logger } from './logger.ts';
import type { Site } from './site/create-site.ts';

export interface RejectionParts {
  site: Pick<Site, 'errorPage'>;
  security: SecurityHeaders;
  log: Logger;
}

export function createRejection({ site, security, log }: RejectionParts) {
  return async (error: ApiError, { method, url = '' }: IncomingMessage): Promise<Response> => {
    const [path] = url.split('?', 1);
    log.info(
      { method, path: path?.slice(0, 200), status: error.status, code: error.code },
      'request rejected',
    );
    const answer = isApiPath(url) ? crossOrigin(error.toResponse()) : await site.errorPage(error, path);
    for (const [name, value] of security.plain)
      if (!answer.headers.has(name)) answer.headers.set(name, value);
    return answer;
  };
}
