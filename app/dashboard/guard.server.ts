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
        message: whoCanOpen(allowed),
      },
      { status: 403 },
    );
  }
  return currentUser;
}

function whoCanOpen(allowed: readonly Role[]): string {
  if (!allowed.includes('staff')) return t('dashboard.layout.only_owner_can_open');
  if (allowed.includes('teacher')) return t('dashboard.layout.only_teachers_and_staff_can_open');
  if (allowed.includes('host')) return t('dashboard.layout.only_hosts_and_staff_can_open');
  return t('dashboard.layout.only_staff_can_open');
}
