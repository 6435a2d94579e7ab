/** Who counts as one caller: a household has one IPv4 address but a whole /64 of IPv6 ones. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const groups = head.split(':').filter(Boolean);
  const missing = ip.includes('::') ? 8 - groups.length - tail.split(':').filter(Boolean).length : 0;
  return [
    ...groups,
    ...Array.from({ length: Math.max(0, missing) }, () => '0'),
    ...tail.split(':').filter(Boolean),
  ]
    .slice(0, 4)
    .join(':');
}

/** For limits that must not let a stranger who knows the password use up what the person needs. */
export function userAndNetwork({ id }: { id: string }, { ip }: { ip: string }): string {
  return `${id} ${networkOf(ip)}`;
}
