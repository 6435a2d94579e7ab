import { networkOf } from '../../limits/network-of.ts';

/** For limits that must not let a stranger who knows the password use up what the person needs. */
export function userAndNetwork({ id }: { id: string }, { ip }: { ip: string }): string {
  return `${id} ${networkOf(ip)}`;
}
