// Decides on the server who may open which page. The database checks every row and every call again.

import { data, type RouterContextProvider, redirect } from 'react-router';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import type { Person, Role } from '#contracts/visitor.ts';

export interface CurrentUser {
  person: Person;
  roles: Role[];
}

interface GuardArgs {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/** Redirects to the sign-in page, and back afterwards, unless the person is signed in with every required factor. */
export async function requirePerson({ request, context }: GuardArgs): Promise<CurrentUser> {
  const { user, roles } = await context.get(siteContext).visitor();
  if (!user || user.isAnonymous || user.needsSecondFactor) {
    const { pathname, search } = new URL(request.url);
    throw redirect(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
  }
  return { person: user, roles };
}

/** Answers 403 with a message unless the person has one of the roles. */
export async function requireRole(args: GuardArgs, ...allowed: Role[]): Promise<CurrentUser> {
  const currentUser = await requirePerson(args);
  if (!currentUser.roles.some((role) => allowed.includes(role))) {
    throw data(
      {
        code: 'not_allowed',
        message: t('dashboard.layout.only_allowed_can_open_this_page', { allowed: formatAllowed(allowed) }),
      },
      { status: 403 },
    );
  }
  return currentUser;
}

function formatAllowed(allowed: readonly Role[]): string {
  if (!allowed.includes('staff')) return t('dashboard.layout.the_owner');
  const others = { teacher: 'teachers', host: 'hosts' };
  const named = (['teacher', 'host'] as const).filter((role) => allowed.includes(role));
  return [...named.map((role) => others[role]), 'staff'].join(' and ');
}
