// One caller, for limits: schema/0001_rate_limits.sql has the same rule for database functions.

/** What counts as one caller: a household has one IPv4 address but a whole /64 of IPv6 ones. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!ip.includes(':')) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail.split(':').filter(Boolean);
  const missing = ip.includes('::') ? Math.max(0, 8 - groups.length - rest.length) : 0;
  return [...groups, ...Array.from({ length: missing }, () => '0'), ...rest]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
