// Who runs the transactions, and what a REST request of supabase-js sets for them.

const sub = '00000000-0000-0000-0000-00000000000a';
const claims = { role: 'authenticated', sub, aud: 'authenticated', iat: 1_700_000_000, exp: 1_900_000_000 };

export const caller = { role: 'authenticated', claims };
export const settings = {
  search_path: '"public", "extensions"',
  'request.jwt.claims': JSON.stringify(claims),
  'request.method': 'POST',
  'request.path': '/rpc/transfer',
  'request.headers': JSON.stringify({
    apikey: 'x'.repeat(40),
    'content-type': 'application/json',
    'x-client-info': 'supabase-js-node/2',
  }),
  'request.cookies': '{}',
};

/** The read of one row for pgbench, in a transaction with the caller's role and settings. */
export function readAsCaller(scale: number): string {
  const all = { ...settings, role: caller.role, transaction_read_only: 'on' };
  const calls = Object.entries(all).map(([name, value]) => `set_config('${name}', '${value}', true)`);
  return [
    `\\set aid random(1, ${100_000 * scale})`,
    'BEGIN;',
    `SELECT ${calls.join(', ')};`,
    'SELECT abalance FROM pgbench_accounts WHERE aid = :aid;',
    'END;',
    '',
  ].join('\n');
}
