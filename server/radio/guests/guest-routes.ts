// Says whose show a link leads to, before its guest turns on a microphone. The token is in the body: addresses are logged.
import { Hono } from 'hono';
import * as v from 'valibot';
import type { RateLimit } from '#backend/limits/rate-limiter.ts';
import { ApiError, apiErrors } from '../../http-kit/api-error.ts';
import { readBody, text } from '../../http-kit/read-body.ts';
import type { GuestRooms } from './guest-rooms.ts';

export interface GuestRoutesOptions {
  guestRooms: GuestRooms;
  wrongLinks: RateLimit;
  clientIp: (request: Request) => string;
}

export function createGuestRoutes({ guestRooms, wrongLinks, clientIp }: GuestRoutesOptions): Hono {
  const app = new Hono();
  app.post('/api/radio/live/invitation', async ({ req }) => {
    const { token } = await readBody(req.raw, v.object({ token: text }));
    const address = clientIp(req.raw);
    try {
      return Response.json(guestRooms.describe(token), { headers: { 'cache-control': 'no-store' } });
    } catch (error) {
      // Asked of wrong links alone: a right one passes, however many wrong ones came from its network.
      const waitS = error instanceof ApiError ? wrongLinks.take(address) : 0;
      throw waitS > 0 ? apiErrors.tooMany(waitS) : error;
    }
  });
  return app;
}
