// Every address of the service on one screen. Paths are below /auth/v1.
import { auditLog } from './admin/audit-log.ts';
import { createUser } from './admin/create-user.ts';
import { deleteUser } from './admin/delete-user.ts';
import { generateLink } from './admin/generate-link.ts';
import { getUserAsAdmin } from './admin/get-user.ts';
import { invite } from './admin/invite.ts';
import { listUsers } from './admin/list-users.ts';
import { updateUserAsAdmin } from './admin/update-user.ts';
import { health, jwks, openidConfiguration, settings } from './endpoints/about.ts';
import { logout } from './endpoints/logout.ts';
import { magicLink, otp } from './endpoints/otp.ts';
import { reauthenticate } from './endpoints/reauthenticate.ts';
import { recover } from './endpoints/recover.ts';
import { resend } from './endpoints/resend.ts';
import { endSession, listSessions } from './endpoints/sessions.ts';
import { signUp } from './endpoints/sign-up.ts';
import { findSsoProvider, listSsoProviders, samlDisabled } from './endpoints/sso.ts';
import { token } from './endpoints/token.ts';
import { updateUser } from './endpoints/update-user.ts';
import { getUser } from './endpoints/user.ts';
import { verify } from './endpoints/verify.ts';
import { verifyLink } from './endpoints/verify-link.ts';
import { forHumans } from './http/captcha.ts';
import { type Endpoint, forAdmin, forUser } from './http/guards.ts';

export type Route = [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, endpoint: Endpoint];

export const routes: Route[] = [
  ['GET', '/health', health],
  ['GET', '/settings', settings],
  ['GET', '/.well-known/jwks.json', jwks],
  ['GET', '/.well-known/openid-configuration', openidConfiguration],

  ['POST', '/signup', forHumans(signUp)],
  ['POST', '/token', forHumans(token)],
  ['POST', '/otp', forHumans(otp)],
  ['POST', '/magiclink', forHumans(magicLink)],
  ['POST', '/verify', verify],
  ['GET', '/verify', verifyLink],
  ['POST', '/recover', forHumans(recover)],
  ['POST', '/resend', forHumans(resend)],
  ['POST', '/logout', forUser(logout)],

  ['GET', '/reauthenticate', forUser(reauthenticate)],
  ['GET', '/user', forUser(getUser)],
  ['PUT', '/user', forUser(updateUser)],
  ['GET', '/user/sessions', forUser(listSessions)],
  ['DELETE', '/user/sessions/:session_id', forUser(endSession)],

  ['POST', '/invite', forAdmin(invite)],
  ['POST', '/admin/generate_link', forAdmin(generateLink)],
  ['GET', '/admin/audit', forAdmin(auditLog)],
  ['GET', '/admin/users', forAdmin(listUsers)],
  ['POST', '/admin/users', forAdmin(createUser)],
  ['GET', '/admin/users/:user_id', forAdmin(getUserAsAdmin)],
  ['PUT', '/admin/users/:user_id', forAdmin(updateUserAsAdmin)],
  ['DELETE', '/admin/users/:user_id', forAdmin(deleteUser)],

  ['POST', '/sso', samlDisabled],
  ['GET', '/sso/saml/metadata', samlDisabled],
  ['POST', '/sso/saml/acs', samlDisabled],
  ['GET', '/admin/sso/providers', forAdmin(listSsoProviders)],
  ['POST', '/admin/sso/providers', forAdmin(samlDisabled)],
  ['GET', '/admin/sso/providers/:provider_id', forAdmin(findSsoProvider)],
  ['PUT', '/admin/sso/providers/:provider_id', forAdmin(findSsoProvider)],
  ['DELETE', '/admin/sso/providers/:provider_id', forAdmin(findSsoProvider)],
];
