// What every part of the product API does at its end: unknown addresses, methods that an address does not take, and
// errors, in one shape.
import type { Hono } from 'hono';
import { RequestEnded } from '#backend/database/request-writes.ts';
import { senderStatusOf } from '#contracts/sender-errors.ts';
import type { Logger } from '../logger.ts';
import { ApiError, apiErrors } from './api-error.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export function finishRoutes(app: Hono, { log, failed }: { log: Logger; failed: string }): void {
  app.notFound(({ req }) => {
    const allowed = METHODS.filter((method) => app.router.match(method, req.path)[0].length > 0);
    if (allowed.length === 0) return apiErrors.missing(req.path).toResponse();
    // Whatever answers GET answers HEAD.
    if (allowed.includes('GET')) allowed.push('HEAD');
    if (req.method === 'OPTIONS')
      return new Response(null, { status: 204, headers: { allow: allowed.join(', ') } });
    return apiErrors.methodNotAllowed(req.method, allowed).toResponse();
  });
  app.onError((error, { req }) => {
    if (error instanceof ApiError) return error.toResponse();
    if (senderStatusOf(error) === 400) return apiErrors.badValue().toResponse();
    // The sender is gone or has its answer: nobody reads this one.
    if (!(error instanceof RequestEnded)) log.error({ err: error, path: req.path }, failed);
    return apiErrors.unexpected().toResponse();
  });
}
