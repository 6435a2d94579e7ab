// The first step of enrolling a second factor: remove unfinished ones and find an unused name.
import type { Factor } from '@supabase/supabase-js';
import { backend } from '#app/backend/backend.ts';
import { demand } from '#app/features/sign-in/use-attempt.ts';

/** Removes unverified factors of abandoned attempts and returns an unused name. */
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
