import { createHash } from 'node:crypto';
import type { Sql } from 'postgres';
import { ApiError, apiErrors } from './api-error.ts';
import { readJson, textOf } from './read-json.ts';

const usedLink = () =>
  new ApiError(
    403,
    'setup_link_invalid',
    'This set-up link was used already or is not the newest. Start the program again for a new one.',
  );

/** Whoever holds the printed link names the studio. Token and name change together, or not at all. */
export async function completeSetup(request: Request, { sql }: { sql: Sql }) {
  const body = await readJson(request);
  const name = textOf(body, 'name').toLowerCase();
  if (name === '' || name.length > 40) throw apiErrors.invalid({ name: 'A name has one to forty letters.' });
  const tokenHash = createHash('sha256').update(textOf(body, 'token')).digest('hex');
  await sql.begin(async (tx) => {
    const [row] = await tx`
      update private.setup set used_at = now() where token_hash = ${tokenHash} and used_at is null returning token_hash`;
    if (!row) throw usedLink();
    await tx`
      update public.studio set name = ${name}, description = replace(description, name, ${name}), updated_at = now()`;
  });
  return { name };
}
