// Decides on the server who may open which page. The database checks every row and every call again.

import { data, type RouterContextProvider, redirect, redirectDocument } from 'react-router';
import { pathInLanguage, withoutLanguage } from '#app/language/language-path.ts';
import { currentLanguage, currentLanguages, t } from '#app/language/messages.ts';
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

/**
 * Redirects to the sign-in page, and back afterwards, unless the person is signed in with every required factor; and to
 * the language that the person has chosen.
 */
export async function requirePerson({ request, context }: GuardArgs): Promise<CurrentUser> {
  const { visitor, settings } = context.get(siteContext);
  const { user, roles } = await visitor();
  const address = pageAddress(request);
  if (!user || user.isAnonymous || user.needsSecondFactor) {
    throw redirect(`/sign-in?next=${encodeURIComponent(address)}`);
  }
  // A form is never redirected: it would be lost.
  if (request.method === 'GET' && isOtherLanguage(user.language)) {
    // Texts belong to the document, so it is loaded anew. A full address, because the router adds this page's language to
    // any other.
    throw redirectDocument(settings.siteUrl + pathInLanguage(address, user.language));
  }
  return { person: user, roles };
}

/** Path and query of the page, without its language. A data request has another address for the same page. */
function pageAddress({ url }: Request): string {
  const { pathname, searchParams } = new URL(url);
  searchParams.delete('_routes');
  const path = withoutLanguage(pathname.replace(/(?:\/_)?\.data$/, ''));
  return searchParams.size > 0 ? `${path}?${searchParams}` : path;
}

/** A language that the studio has switched off since is no choice. */
function isOtherLanguage(chosen: string | null): chosen is string {
  return (
    chosen !== null &&
    chosen !== currentLanguage().code &&
    currentLanguages().languages.some(({ code }) => code === chosen)
  );
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

/** The loader of a page that reads its data in the browser: the server only checks who may open it. */
export function guardPage(...allowed: Role[]) {
  return async (args: GuardArgs): Promise<null> => {
    await requireRole(args, ...allowed);
    return null;
  };
}

function whoCanOpen(allowed: readonly Role[]): string {
  if (!allowed.includes('staff')) return t('dashboard.layout.only_owner_can_open');
  if (allowed.includes('teacher')) return t('dashboard.layout.only_teachers_and_staff_can_open');
  if (allowed.includes('host')) return t('dashboard.layout.only_hosts_and_staff_can_open');
  return t('dashboard.layout.only_staff_can_open');
}
