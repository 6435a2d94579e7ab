import { networkOf } from '../../limits/network-of.ts';

/** For limits where a stranger who knows the password must not use up the user's allowance. */
export function userAndNetwork({ id }: { id: string }, { ip }: { ip: string }): string {
  return `${id} ${networkOf(ip)}`;
}
