// All endpoints of the service. Paths are below /auth/v1.
import { auditLog } from './admin/audit-log.ts';
import { createUser } from './admin/create-user.ts';
import {
  createCustomProvider,
  deleteCustomProvider,
  getCustomProvider,
  listCustomProviders,
  updateCustomProvider,
} from './admin/custom-providers.ts';
import { deleteUser } from './admin/delete-user.ts';
import { deleteUserFactor, listUserFactors, updateUserFactor } from './admin/factors.ts';
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
import { challengeFactor } from './factors/challenge-factor.ts';
import { enrollFactor } from './factors/enroll-factor.ts';
import {
  deleteRecoveryCodes,
  generateRecoveryCodes,
  recoveryCodesStatus,
  regenerateRecoveryCodes,
  verifyRecoveryCode,
} from './factors/recovery-codes.ts';
import { unenrollFactor } from './factors/unenroll-factor.ts';
import { verifyFactor } from './factors/verify-factor.ts';
import { forHumans } from './http/captcha.ts';
import {
  type Endpoint,
  forAdmin,
  forPermanentUser,
  forUser,
  forUserOrActingApplication,
  forUserOrApplication,
} from './http/guards.ts';
import { authorizeClient, consent, getAuthorization } from './oauth-server/authorizations.ts';
import { listGrants, revokeGrant } from './oauth-server/grants.ts';
import {
  createClient,
  deleteClient,
  getClient,
  listClients,
  regenerateSecret,
  registerClient,
  updateClient,
  whenServing,
} from './oauth-server/manage-clients.ts';
import { oauthToken } from './oauth-server/oauth-token.ts';
import { userInfo } from './oauth-server/profile-claims.ts';
import {
  deletePasskey,
  deleteUserPasskey,
  listPasskeys,
  listUserPasskeys,
  renamePasskey,
} from './passkeys/manage-passkeys.ts';
import { finishPasskey, startPasskey } from './passkeys/register-passkey.ts';
import { finishPasskeySignIn, startPasskeySignIn } from './passkeys/sign-in-with-passkey.ts';
import { authorize, authorizeLink } from './providers/authorize.ts';
import { callback } from './providers/callback.ts';
import { unlinkIdentity } from './providers/identities.ts';

export type Route = [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, endpoint: Endpoint];

export const routes: Route[] = [
  ['GET', '/health', health],
  ['GET', '/settings', settings],
  ['GET', '/.well-known/jwks.json', jwks],
  ['GET', '/.well-known/openid-configuration', openidConfiguration],

  ['POST', '/signup', forHumans(signUp)],
  ['POST', '/token', token],
  ['POST', '/otp', forHumans(otp)],
  ['POST', '/magiclink', forHumans(magicLink)],
  ['POST', '/verify', verify],
  ['GET', '/verify', verifyLink],
  ['POST', '/recover', forHumans(recover)],
  ['POST', '/resend', forHumans(resend)],
  ['POST', '/logout', forUserOrApplication(logout)],

  ['GET', '/reauthenticate', forUser(reauthenticate)],
  ['GET', '/user', forUserOrActingApplication(getUser)],
  ['PUT', '/user', forUser(updateUser)],
  ['GET', '/user/sessions', forUser(listSessions)],
  ['DELETE', '/user/sessions/:session_id', forUser(endSession)],

  ['GET', '/authorize', authorize],
  ['GET', '/callback', callback],
  ['POST', '/callback', callback],
  ['GET', '/user/identities/authorize', forUser(authorizeLink)],
  ['DELETE', '/user/identities/:identity_id', forUser(unlinkIdentity)],

  ['POST', '/factors', forPermanentUser(enrollFactor)],
  ['GET', '/factors/recovery-codes', forPermanentUser(recoveryCodesStatus)],
  ['POST', '/factors/recovery-codes', forPermanentUser(generateRecoveryCodes)],
  ['DELETE', '/factors/recovery-codes', forPermanentUser(deleteRecoveryCodes)],
  ['POST', '/factors/recovery-codes/verify', forPermanentUser(verifyRecoveryCode)],
  ['POST', '/factors/recovery-codes/regenerate', forPermanentUser(regenerateRecoveryCodes)],
  ['POST', '/factors/:factor_id/challenge', forPermanentUser(challengeFactor)],
  ['POST', '/factors/:factor_id/verify', forPermanentUser(verifyFactor)],
  ['DELETE', '/factors/:factor_id', forPermanentUser(unenrollFactor)],

  ['POST', '/passkeys/registration/options', forPermanentUser(startPasskey)],
  ['POST', '/passkeys/registration/verify', forPermanentUser(finishPasskey)],
  ['POST', '/passkeys/authentication/options', startPasskeySignIn],
  ['POST', '/passkeys/authentication/verify', finishPasskeySignIn],
  ['GET', '/passkeys', forUser(listPasskeys)],
  ['PATCH', '/passkeys/:passkey_id', forUser(renamePasskey)],
  ['DELETE', '/passkeys/:passkey_id', forUser(deletePasskey)],

  ['POST', '/invite', forAdmin(invite)],
  ['POST', '/admin/generate_link', forAdmin(generateLink)],
  ['GET', '/admin/audit', forAdmin(auditLog)],
  ['GET', '/admin/users', forAdmin(listUsers)],
  ['POST', '/admin/users', forAdmin(createUser)],
  ['GET', '/admin/users/:user_id', forAdmin(getUserAsAdmin)],
  ['PUT', '/admin/users/:user_id', forAdmin(updateUserAsAdmin)],
  ['DELETE', '/admin/users/:user_id', forAdmin(deleteUser)],
  ['GET', '/admin/users/:user_id/factors', forAdmin(listUserFactors)],
  ['PUT', '/admin/users/:user_id/factors/:factor_id', forAdmin(updateUserFactor)],
  ['DELETE', '/admin/users/:user_id/factors/:factor_id', forAdmin(deleteUserFactor)],
  ['GET', '/admin/users/:user_id/passkeys', forAdmin(listUserPasskeys)],
  ['DELETE', '/admin/users/:user_id/passkeys/:passkey_id', forAdmin(deleteUserPasskey)],

  ['GET', '/.well-known/oauth-authorization-server', whenServing(openidConfiguration)],
  ['GET', '/oauth/authorize', whenServing(authorizeClient)],
  ['GET', '/oauth/authorizations/:authorization_id', whenServing(forUser(getAuthorization))],
  ['POST', '/oauth/authorizations/:authorization_id/consent', whenServing(forUser(consent))],
  ['POST', '/oauth/token', whenServing(oauthToken)],
  ['GET', '/oauth/userinfo', whenServing(forUserOrApplication(userInfo))],
  ['POST', '/oauth/clients/register', whenServing(registerClient)],
  ['GET', '/user/oauth/grants', whenServing(forUser(listGrants))],
  ['DELETE', '/user/oauth/grants', whenServing(forUser(revokeGrant))],
  ['GET', '/admin/oauth/clients', whenServing(forAdmin(listClients))],
  ['POST', '/admin/oauth/clients', whenServing(forAdmin(createClient))],
  ['GET', '/admin/oauth/clients/:client_id', whenServing(forAdmin(getClient))],
  ['PUT', '/admin/oauth/clients/:client_id', whenServing(forAdmin(updateClient))],
  ['DELETE', '/admin/oauth/clients/:client_id', whenServing(forAdmin(deleteClient))],
  ['POST', '/admin/oauth/clients/:client_id/regenerate_secret', whenServing(forAdmin(regenerateSecret))],

  ['GET', '/admin/custom-providers', forAdmin(listCustomProviders)],
  ['POST', '/admin/custom-providers', forAdmin(createCustomProvider)],
  ['GET', '/admin/custom-providers/:identifier', forAdmin(getCustomProvider)],
  ['PUT', '/admin/custom-providers/:identifier', forAdmin(updateCustomProvider)],
  ['DELETE', '/admin/custom-providers/:identifier', forAdmin(deleteCustomProvider)],

  ['POST', '/sso', samlDisabled],
  ['GET', '/sso/saml/metadata', samlDisabled],
  ['POST', '/sso/saml/acs', samlDisabled],
  ['GET', '/admin/sso/providers', forAdmin(listSsoProviders)],
  ['POST', '/admin/sso/providers', forAdmin(samlDisabled)],
  ['GET', '/admin/sso/providers/:provider_id', forAdmin(findSsoProvider)],
  ['PUT', '/admin/sso/providers/:provider_id', forAdmin(findSsoProvider)],
  ['DELETE', '/admin/sso/providers/:provider_id', forAdmin(findSsoProvider)],
];
