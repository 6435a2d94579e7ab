// Asks the host's bot check, where there is one, before a public endpoint does anything.
import type { AuthContext } from '../context.ts';
import { errors } from '../errors.ts';
import type { Endpoint } from './guards.ts';

export function forHumans(endpoint: Endpoint): Endpoint {
  return async (auth, call) => {
    if (auth.verifyCaptcha) await requireHuman(auth, call);
    return endpoint(auth, call);
  };
}

async function requireHuman(auth: AuthContext, call: Parameters<Endpoint>[1]): Promise<void> {
  // Refreshing and exchanging codes happens without a person at the keyboard.
  if (['refresh_token', 'pkce'].includes(call.query.get('grant_type') ?? '')) return;
  const fields = await call.fields();
  const token = fields.nested('gotrue_meta_security').string('captcha_token');
  if (!token || !(await auth.verifyCaptcha?.(token, call.ip))) throw errors.captchaFailed();
}
