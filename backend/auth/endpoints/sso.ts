// Single sign-on by SAML is disabled; all its endpoints say so.
import type { AuthContext } from '../context.ts';
import { errors } from '../errors.ts';
import type { Call } from '../http/call.ts';

export function samlDisabled(auth: AuthContext, call: Call): never {
  auth.limits.require('sso by ip', call.ip);
  throw errors.samlDisabled();
}

export function listSsoProviders(): Response {
  return Response.json({ items: [] });
}

export function findSsoProvider(): never {
  throw errors.ssoProviderNotFound();
}
