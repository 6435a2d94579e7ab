// Runs the host's bot check, if configured, before an endpoint creates an account or sends a message. Requests with the
// service key skip it. Password sign-in is not checked: password managers and API clients use it.
import type { AuthContext } from '../context.ts';
import { AuthError, errors } from '../errors.ts';
import type { Call } from './call.ts';
import { type Endpoint, requireAdmin } from './guards.ts';

export function forHumans(endpoint: Endpoint): Endpoint {
  return async (auth, call) => {
    if (auth.verifyCaptcha && !(await isAdmin(auth, call))) await requireHuman(auth, call);
    return endpoint(auth, call);
  };
}

async function requireHuman(auth: AuthContext, call: Call): Promise<void> {
  auth.limits.require('captcha by ip', call.ip);
  const fields = await call.fields();
  const token = fields.nested('gotrue_meta_security').string('captcha_token');
  if (token === '') throw errors.captchaFailed('no captcha_token found');
  if (!(await auth.verifyCaptcha?.(token, call.ip))) throw errors.captchaFailed('invalid-input-response');
}

async function isAdmin(auth: AuthContext, call: Call): Promise<boolean> {
  try {
    await requireAdmin(auth, call);
    return true;
  } catch (error) {
    if (error instanceof AuthError) return false;
    throw error;
  }
}
