// Access to the radio dashboard: staff everything, hosts what concerns their own live shows.

import { isUuid } from '#backend/auth/http/addresses.ts';
import type { RateLimiter } from '#backend/limits/rate-limiter.ts';
import type { Person, Role, Visitor } from '#contracts/visitor.ts';
import { accountErrors, isStaff } from '../accounts/staff-rules.ts';
import type { Visit, VisitorClients } from '../accounts/visitor-client.ts';
import { ApiError, apiErrors } from '../http-kit/api-error.ts';
import { requireOurPages, requireSameOrigin } from '../http-kit/same-origin.ts';

export const radioErrors = {
  noTrack: () => new ApiError(404, 'track_not_found', 'Track not found.'),
  noEpisode: () => new ApiError(404, 'episode_not_found', 'Recording not found.'),
  noSlot: () => new ApiError(404, 'no_slot', 'Time slot not found.'),
  noShow: () => new ApiError(404, 'no_show', 'Show not found.'),
  notHostOfSlot: () =>
    new ApiError(403, 'not_host_of_slot', 'Only hosts of the show and staff can plan this time slot.'),
  notYourShow: () => new ApiError(403, 'not_your_show', 'Only its host and staff can end a live show.'),
  notHost: () => new ApiError(403, 'not_host', 'You don’t have access. Only hosts and staff can do this.'),
  notRequestable: () => new ApiError(409, 'not_requestable', 'This track cannot be requested.'),
  playedLately: () => new ApiError(409, 'played_lately', 'This track was played within the last hour.'),
  askedAlready: () =>
    new ApiError(409, 'asked_already', 'Someone has already requested this track. It will be played soon.'),
  tooManyRequests: (waitS: number) =>
    new ApiError(429, 'too_many_wishes', 'You can request three songs an hour. Try again later.', {
      headers: { 'retry-after': String(waitS) },
    }),
};

export interface Asked {
  request: Request;
  id: string;
  person: Person;
  roles: readonly Role[];
}

export type Guard = (visitor: Visitor) => Person;

export function requireStation(visitor: Visitor): Person {
  const person = requireProven(visitor);
  if (!isStaff(visitor.roles)) throw accountErrors.notStaff();
  return person;
}

export function requireHost(visitor: Visitor): Person {
  const person = requireProven(visitor);
  if (!isStaff(visitor.roles) && !visitor.roles.includes('host')) throw radioErrors.notHost();
  return person;
}

function requireProven({ user }: Visitor): Person {
  if (!user) throw accountErrors.signIn();
  if (user.needsSecondFactor) throw accountErrors.secondFactor();
  return user;
}

export function uuidOf(text: string, missing: () => ApiError): string {
  if (!isUuid(text)) throw missing();
  return text;
}

export function createStationGuard(options: {
  clients: VisitorClients;
  siteUrl: string;
  clientIp: (request: Request) => string;
  limiter: RateLimiter;
}) {
  const { clients, siteUrl, clientIp, limiter } = options;
  const limit = limiter.limit({ name: 'radio: dashboard', max: 1200, perS: 60, byAddress: true });
  return async (
    request: Request,
    id: string,
    { guard, takesFiles = false }: { guard: Guard; takesFiles?: boolean },
    handle: (asked: Asked) => Promise<Response | object>,
  ): Promise<Response> => {
    const waitS = limit.take(clientIp(request));
    if (waitS > 0) throw apiErrors.tooMany(waitS);
    const visit = clients.visit(request);
    try {
      if (visit.proof === 'cookie') (takesFiles ? requireOurPages : requireSameOrigin)(request, siteUrl);
      const visitor = await visit.visitor();
      const answer = await handle({ request, id, person: guard(visitor), roles: visitor.roles });
      return withCookies(answer instanceof Response ? answer : Response.json(answer), visit);
    } catch (error) {
      if (error instanceof ApiError) return withCookies(error.toResponse(), visit);
      throw error;
    }
  };
}

export function withCookies(response: Response, { setCookies }: Visit): Response {
  const headers = new Headers(response.headers);
  headers.set('cache-control', 'private, no-store');
  for (const line of setCookies) headers.append('set-cookie', line);
  return new Response(response.body, { status: response.status, headers });
}
