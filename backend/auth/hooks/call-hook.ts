// Runs a hook where the project has one, and logs what went wrong without what was sent: messages contain codes.
import { randomUUID } from 'node:crypto';
import type { AuthContext, Db } from '../context.ts';
import { AuthError } from '../errors.ts';
import { isJsonObject, type JsonObject } from '../http/fields.ts';
import { hookErrors, throwHookError } from './hook-errors.ts';
import type { HookName } from './hook-settings.ts';
import { callHttpHook } from './http-hook.ts';
import { callSqlHook } from './sql-hook.ts';

/** What GoTrue calls them in the metadata of a call. */
const metadataNames: Record<HookName, string> = {
  custom_access_token: 'customize-access-token',
  send_email: 'send-email',
  send_sms: 'send-sms',
  before_user_created: 'before-user-created',
  mfa_verification_attempt: 'mfa-verification',
  password_verification_attempt: 'password-verification',
};

export function hasHook(auth: AuthContext, name: HookName): boolean {
  return auth.settings.hooks[name] !== undefined;
}

/** The hook's output, or undefined where there is no such hook. Its error becomes the client's. */
export async function callHook(
  auth: AuthContext,
  sql: Db,
  name: HookName,
  { ip, input }: { ip?: string | undefined; input: JsonObject },
): Promise<JsonObject | undefined> {
  const hook = auth.settings.hooks[name];
  if (!hook) return undefined;
  const payload: JsonObject = {
    metadata: {
      uuid: randomUUID(),
      time: auth.now().toISOString(),
      name: metadataNames[name],
      ...(ip && { ip_address: ip }),
    },
    ...input,
  };
  try {
    const output =
      hook.kind === 'http' ? await callHttpHook(hook, payload) : await callSqlHook(sql, hook, payload);
    if (output === undefined) return {};
    if (!isJsonObject(output)) throw hookErrors.notJson();
    throwHookError(output);
    return output;
  } catch (error) {
    auth.log.warn({ hook: name, ...describe(name, error) }, 'an auth hook failed');
    // What the function's own error quotes goes no further than this.
    throw error instanceof AuthError ? error : hookErrors.functionFailed();
  }
}

function describe(name: HookName, error: unknown): Record<string, unknown> {
  // A function that fails over its input may quote it, and these two are given codes.
  const isSecret = (name === 'send_email' || name === 'send_sms') && !(error instanceof AuthError);
  return {
    ...(error instanceof Error && 'code' in error && { code: error.code }),
    ...(error instanceof Error && !isSecret && { reason: error.message }),
  };
}
