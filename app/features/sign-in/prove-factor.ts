// The second factors that a user can choose from, and their verification. Renders nothing.

import type { Factor } from '@supabase/supabase-js';
import { backend } from '#app/backend/backend.ts';
import { t } from '#app/language/messages.ts';
import { type PhoneChallenge, savePhoneChallenge } from './phone-challenge.ts';
import { demand, FieldError } from './use-attempt.ts';

export type FactorMethod = 'totp' | 'phone' | 'webauthn' | 'recovery_code';

export interface Choice {
  way: FactorMethod;
  factorId: string;
  name: string;
  /** Last digits of the phone, when the service returns them. */
  phone: string;
  /** There is another one of the same kind, so the kind alone does not identify it. */
  hasTwin: boolean;
}

const order: readonly FactorMethod[] = ['totp', 'webauthn', 'phone', 'recovery_code'];

/** Whether the current session still needs its second factor. */
export async function owesSecondFactor(): Promise<boolean> {
  const { auth } = await backend();
  const { data } = await auth.mfa.getAuthenticatorAssuranceLevel();
  return data?.nextLevel === 'aal2' && data.currentLevel !== 'aal2';
}

export async function listChoices(): Promise<Choice[]> {
  const { auth } = await backend();
  const { all } = await demand(auth.mfa.listFactors());
  return choicesOf(all);
}

type Listed = Pick<Factor, 'id' | 'status' | 'friendly_name'> & { factor_type: string; phone?: string };

/** What can be used now, the quickest first and recovery codes last. */
export function choicesOf(factors: readonly Listed[]): Choice[] {
  const usable = factors.filter(({ status }) => status === 'verified');
  return order.flatMap((way) => {
    const alike = usable.filter(({ factor_type }) => factor_type === way);
    return alike.map((factor) => ({
      way,
      factorId: factor.id,
      name: factor.friendly_name ?? '',
      phone: factor.phone ?? '',
      hasTwin: alike.length > 1,
    }));
  });
}

/** Sends a code to the phone; returns the challenge that the code answers. */
export async function challengePhone({ factorId }: Choice): Promise<PhoneChallenge> {
  const { auth } = await backend();
  const { id, expires_at } = await demand(auth.mfa.challenge({ factorId, channel: 'sms' }));
  const challenge = { id, factorId, expiresAt: expires_at };
  savePhoneChallenge(challenge);
  return challenge;
}

export async function prove({ way, factorId }: Choice, code: string, challengeId: string): Promise<void> {
  const { auth } = await backend();
  if (way === 'recovery_code') await demand(auth.mfa.recoveryCodes.verify({ code }));
  else if (way === 'totp') await demand(auth.mfa.challengeAndVerify({ factorId, code }));
  else if (way === 'phone') {
    const { error } = await auth.mfa.verify({ factorId, challengeId, code });
    if (error?.code === 'mfa_verification_failed')
      throw new FieldError('code', t('shared.sign_in.that_code_is_wrong_use_the'));
    if (error) throw error;
  } else {
    const { error } = await auth.mfa.webauthn.authenticate({ factorId });
    if (error && 'code' in error && error.code === 'mfa_verification_failed')
      throw new FieldError('form', t('shared.sign_in.that_is_not_the_security_key'));
    if (error) throw error;
  }
}
