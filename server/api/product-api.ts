// The product's own endpoints, all on one screen. Each is a function of the request; errors are rendered here.
import { Hono } from 'hono';
import * as v from 'valibot';
import type { Sql } from '#backend/database/driver/sql.ts';
import type { RateLimit, RateLimiter } from '#backend/limits/rate-limiter.ts';
import { type AccountOptions, createAccountRoutes } from '../accounts/account-routes.ts';
import { apiErrors } from '../http-kit/api-error.ts';
import type { BotCheck } from '../http-kit/bot-check.ts';
import { finishRoutes } from '../http-kit/finish-routes.ts';
import { readBody, text } from '../http-kit/read-body.ts';
import { storableText } from '../http-kit/read-json.ts';
import type { Logger } from '../logger.ts';
import { createProofRoutes } from '../mail/proof-routes.ts';
import { createOwnerRoutes, type OwnerOptions } from '../owner/owner-routes.ts';
import { createPaymentRoutes, type PaymentOptions } from '../payments/payment-routes.ts';
import { CONTACT_IN_ALL, receiveContact } from './contact.ts';
import { countPageView } from './page-views.ts';

export interface ProductApiOptions {
  sql: Sql;
  botCheck: BotCheck;
  clientIp: (request: Request) => string;
  /** How cards are taken; without it there are no payments. */
  payments?: Pick<PaymentOptions, 'cards' | 'siteUrl'>;
  /** What the accounts need besides; without it there are none. */
  accounts?: Omit<AccountOptions, 'sql' | 'clientIp' | 'limiter'>;
  /** What the owner's rooms need of the server; without it there are none. */
  owner?: Omit<OwnerOptions, 'sql' | 'clientIp' | 'limiter' | 'log'>;
  limiter: RateLimiter;
  log: Logger;
}

export function createProductApi(options: ProductApiOptions): Hono {
  const { sql, botCheck, clientIp, limiter, log } = options;
  const limits = {
    // A whole school may sit behind one address: these stop floods, not classes.
    views: limiter.limit({ name: 'page views', max: 1200, perS: 60, byAddress: true }),
    checks: limiter.limit({ name: 'human checks', max: 600, perS: 60, byAddress: true }),
    messages: limiter.limit({ name: 'contact messages', max: 30, perS: 600, byAddress: true }),
    messagesInAll: limiter.limit(CONTACT_IN_ALL),
    // One mail provider sends the requests of all its users: right links are not counted.
    wrongLinks: limiter.limit({ name: 'wrong newsletter links', max: 600, perS: 600, byAddress: true }),
  };
  const admit = (limit: RateLimit, request: Request) => {
    const waitS = limit.take(clientIp(request));
    if (waitS > 0) throw apiErrors.tooMany(waitS);
  };

  const app = new Hono();
  app.post('/api/page-views', async ({ req }) => {
    admit(limits.views, req.raw);
    return Response.json(await countPageView(req.raw, { sql }), { status: 202 });
  });
  app.get('/api/bot-check/challenge', async ({ req }) => {
    admit(limits.checks, req.raw);
    return Response.json(await botCheck.challenge(), { headers: { 'cache-control': 'no-store' } });
  });
  app.post('/cloudflare/verify-turnstile', async ({ req }) => {
    admit(limits.checks, req.raw);
    const { token } = await readBody(
      req.raw,
      v.object({ token: v.pipe(text, v.nonEmpty('token is missing.')) }),
    );
    if (!(await botCheck.verify(token, clientIp(req.raw)))) throw apiErrors.botCheck();
    return Response.json({ success: true });
  });
  app.post('/api/contact', async ({ req }) => {
    admit(limits.messages, req.raw);
    const contact = { sql, botCheck, limit: limits.messagesInAll };
    return Response.json(await receiveContact(req.raw, contact), { status: 201 });
  });
  // What mail clients post for one-click unsubscribe (RFC 8058): no page, no cookie.
  app.post('/api/newsletter/leave/:token', async ({ req }) => {
    const [row] =
      await sql`select public.unsubscribe_from_newsletter(${storableText(req.param('token'))}) as state`;
    if (!row?.state) {
      admit(limits.wrongLinks, req.raw);
      throw apiErrors.missing(req.path);
    }
    return Response.json({ left: true });
  });
  if (options.payments)
    app.route('/', createPaymentRoutes({ ...options.payments, sql, clientIp, limiter, log }));
  if (options.accounts) app.route('/', createAccountRoutes({ ...options.accounts, sql, clientIp, limiter }));
  if (options.owner) {
    app.route('/', createOwnerRoutes({ ...options.owner, sql, clientIp, limiter, log }));
    const { mail, siteUrl } = options.owner;
    app.route('/', createProofRoutes({ sql, mail, siteUrl, clientIp, limiter }));
  }

  finishRoutes(app, { log, failed: 'product API failed' });
  return app;
}
