// Who may come into which room, decided on the server before anything is rendered. The screens only follow: every
// row and every call behind them is guarded again by the database.
import { data, type RouterContextProvider, redirect } from 'react-router';
import { siteContext } from '#app/site-context.ts';
import type { Person, Role } from '#contracts/visitor.ts';

export interface CurrentUser {
  person: Person;
  roles: Role[];
}

interface Asked {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/** Whoever is not signed in, or not yet by both proofs, is sent to the door and comes back here afterwards. */
export async function requirePerson({ request, context }: Asked): Promise<CurrentUser> {
  const { user, roles } = await context.get(siteContext).visitor();
  if (!user || user.isAnonymous || user.needsSecondFactor) {
    const { pathname, search } = new URL(request.url);
    throw redirect(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
  }
  return { person: user, roles };
}

/** Refuses with 403 and a sentence, unless the person holds one of the roles. */
export async function requireRole(asked: Asked, ...wanted: Role[]): Promise<CurrentUser> {
  const insider = await requirePerson(asked);
  if (!insider.roles.some((role) => wanted.includes(role))) {
    throw data({ code: 'not_allowed', message: `It belongs to ${accessMessage(wanted)}.` }, { status: 403 });
  }
  return insider;
}

function accessMessage(wanted: readonly Role[]): string {
  if (!wanted.includes('staff')) return 'the studio’s owner';
  const others = { teacher: 'teachers', host: 'hosts' };
  const named = (['teacher', 'host'] as const).filter((role) => wanted.includes(role));
  return [...named.map((role) => others[role]), 'the studio’s staff'].join(' and ');
}
