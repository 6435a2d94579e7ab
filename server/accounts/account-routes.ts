// The accounts' part of the product API on one screen, and the guards before it: signed in, staff, from our own pages.
// A session that was renewed during the request sets its cookies on every response, errors included.
import { Hono } from 'hono';
import * as v from 'valibot';
import { isUuid } from '#backend/auth/http/addresses.ts';
import type { Sql } from '#backend/database/driver/sql.ts';
import type { RateLimit, RateLimiter } from '#backend/limits/rate-limiter.ts';
import type { Person, Visitor } from '#contracts/visitor.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { ApiError, apiErrors } from '../http-kit/api-error.ts';
import { readBody } from '../http-kit/read-body.ts';
import { requireSameOrigin } from '../http-kit/same-origin.ts';
import type { DatabaseOutbox } from '../mail/database-outbox.ts';
import { listEvents } from './events.ts';
import type { InvitationNotes } from './invitation-notes.ts';
import { inviteAgain, invitePerson } from './invite.ts';
import { type Actor, banPerson, listPeople, resetFactors } from './people.ts';
import { endSession, listSessions } from './sessions.ts';
import { checkSetUp, completeSetUp } from './set-up.ts';
import { accountErrors, isStaff } from './staff-rules.ts';
import { listTaught } from './taught-dates.ts';
import type { Visit, VisitorClients } from './visitor-client.ts';

/** Without ids: all held emails. */
const heldDecision = v.object({
  decision: v.picklist(['send', 'discard'], 'Choose send or discard.'),
  ids: v.optional(v.pipe(v.array(v.string()), v.filterItems(isUuid))),
});

export interface AccountOptions {
  sql: Sql;
  clients: VisitorClients;
  outbox: Pick<DatabaseOutbox, 'retry' | 'decideHeld' | 'readUnsendable'>;
  invitations: InvitationNotes;
  siteUrl: string;
  passwordMin: number;
  clientIp: (request: Request) => string;
  limiter: RateLimiter;
}

interface Asked {
  request: Request;
  /** The part of the address that names something, e.g. a person. */
  id: string;
  visit: Visit;
  person: Person;
  actor: Actor;
}

type Handle = (asked: Asked) => Promise<object>;

export function createAccountRoutes(options: AccountOptions): Hono {
  const { sql, clients, outbox, siteUrl, passwordMin, clientIp, limiter } = options;
  const { elevated } = clients;
  const inviting = { sql, elevated, siteUrl, invitations: options.invitations };
  const limits = {
    // Counts wrong links: the right one passes.
    setUp: limiter.limit({ name: 'set-up', max: 60, perS: 600, byAddress: true }),
    asking: limiter.limit({ name: 'account requests', max: 600, perS: 60, byAddress: true }),
    invitations: limiter.limit({ name: 'invitations', max: 200, perS: 3600 }),
  };
  const admit = (limit: RateLimit, key: string) => {
    const waitS = limit.take(key);
    if (waitS > 0) throw apiErrors.tooMany(waitS);
  };

  async function answer(request: Request, id: string, guard: (visitor: Visitor) => Person, handle: Handle) {
    admit(limits.asking, clientIp(request));
    const visit = clients.visit(request);
    try {
      if (visit.proof === 'cookie') requireSameOrigin(request, siteUrl);
      const visitor = await visit.visitor();
      const person = guard(visitor);
      const actor = { id: person.id, email: person.email, roles: visitor.roles, ip: clientIp(request) };
      return withCookies(Response.json(await handle({ request, id, visit, person, actor })), visit);
    } catch (error) {
      if (error instanceof ApiError) return withCookies(error.toResponse(), visit);
      throw error;
    }
  }

  const app = new Hono();
  const mount = (guard: (visitor: Visitor) => Person) => (method: string, path: string, handle: Handle) =>
    app.on(method, path, ({ req }) => answer(req.raw, req.param('id') ?? '', guard, handle));
  const forPerson = mount(requirePerson);
  const forStaff = mount(requireStaff);

  app.get('/api/setup', async ({ req }) => {
    const answered = await checkSetUp(req.query('token') ?? '', { sql });
    if (!answered.valid) admit(limits.setUp, clientIp(req.raw));
    return Response.json(answered, { headers: { 'cache-control': 'no-store' } });
  });
  app.post('/api/setup', async ({ req }) => {
    const ip = clientIp(req.raw);
    const onWrongLink = () => admit(limits.setUp, ip);
    return Response.json(await completeSetUp(req.raw, { sql, elevated, passwordMin, ip, onWrongLink }));
  });

  forPerson('GET', '/api/account/sessions', ({ person }) => listSessions({ sql, person }));
  forPerson('DELETE', '/api/account/sessions/:id', ({ id, person, actor }) =>
    endSession(id, { sql, person, ip: actor.ip }),
  );

  forPerson('GET', '/api/account/events', ({ person }) => listEvents({ sql, person }));

  forStaff('GET', '/api/account/people', ({ request, actor }) =>
    listPeople(new URL(request.url), { sql, actor }),
  );
  forStaff('POST', '/api/account/people/invite', ({ request, actor, visit }) => {
    admit(limits.invitations, actor.id);
    return invitePerson(request, { ...inviting, actor, client: visit.client });
  });
  forStaff('POST', '/api/account/people/:id/invite', ({ id, actor }) => {
    admit(limits.invitations, actor.id);
    return inviteAgain(id, { ...inviting, actor });
  });
  forStaff('GET', '/api/account/people/:id/teaching', async ({ id }) => ({
    classes: await listTaught(sql, id),
  }));
  forStaff('POST', '/api/account/people/:id/ban', ({ request, id, actor }) =>
    banPerson(request, id, { sql, actor }),
  );
  forStaff('POST', '/api/account/people/:id/reset-factors', ({ id, actor }) =>
    resetFactors(id, { sql, actor }),
  );

  forStaff('GET', '/api/outbox/:id', async ({ id, visit }) => {
    // Row policies decide who reads whose emails.
    const { data } = await visit.client.from('outbox').select('id').eq('id', id).maybeSingle();
    const contents = data && (await outbox.readUnsendable(data.id));
    if (!contents) throw accountErrors.noMail();
    return contents;
  });
  forStaff('POST', '/api/outbox/:id/retry', async ({ id }) => {
    const outcome = isUuid(id) ? await outbox.retry(id) : 'missing';
    if (outcome === 'missing') throw accountErrors.noMail();
    if (outcome === 'no carrier') throw accountErrors.noMailServer();
    return { id };
  });
  forStaff('POST', '/api/outbox/held', async ({ request, actor }) => {
    const { decision, ids } = await readBody(request, heldDecision);
    const count = await outbox.decideHeld(decision, ids);
    if (count > 0)
      await writeAudit(sql, {
        area: 'mail',
        action: decision === 'send' ? 'sent_held_emails' : 'discarded_held_emails',
        details: { count },
        actorId: actor.id,
      });
    return { count };
  });
  return app;
}

function requirePerson({ user }: Visitor): Person {
  if (!user) throw accountErrors.signIn();
  return user;
}

function requireStaff(visitor: Visitor): Person {
  const person = requirePerson(visitor);
  if (!isStaff(visitor.roles)) throw accountErrors.notStaff();
  if (person.needsSecondFactor) throw accountErrors.secondFactor();
  return person;
}

function withCookies(response: Response, { setCookies }: Visit): Response {
  response.headers.set('cache-control', 'private, no-store');
  for (const line of setCookies) response.headers.append('set-cookie', line);
  return response;
}
