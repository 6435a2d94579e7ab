// What every enrolment of a second factor begins with: room for it, and a name that no other has.
import type { Factor } from '@supabase/supabase-js';
import { backend } from '#app/backend/backend.ts';
import { demand } from '#app/features/sign-in/use-attempt.ts';

/** Tries that were begun and left lie around unverified: they make way. Answers a name that is free. */
export async function beginFactor(name: string): Promise<string> {
  const { auth } = await backend();
  const { all } = await demand(auth.mfa.listFactors());
  for (const { id, status } of all) if (status === 'unverified') await auth.mfa.unenroll({ factorId: id });
  return freeName(
    name,
    all.filter(({ status }) => status === 'verified'),
  );
}

export function freeName(name: string, factors: Pick<Factor, 'friendly_name'>[]): string {
  const taken = new Set(factors.map((factor) => factor.friendly_name));
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name} ${number}`;
  return free;
}
