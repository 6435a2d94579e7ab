// Puts the sample studio back after it was taken away (rpc remove_demo_content): the seed once more, in one transaction,
// set to leave the studio's own texts, hours and rules as they are.

import { readScripts, runSeed } from '#backend/database/apply-seed.ts';
import type { Sql } from '#backend/database/driver/sql.ts';
import type { StudioClient } from '#contracts/studio-client.ts';
import type { Person } from '#contracts/visitor.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { ApiError } from '../http-kit/api-error.ts';
import { addSampleMedia } from '../samples/add-sample-media.ts';
import { SEED_FILES } from '../seed-files.ts';

interface PutBackOptions {
  sql: Sql;
  /** Past all row policies: see addSampleMedia. */
  client: StudioClient | null;
  person: Person;
}

export async function putSamplesBack({ sql, client, person }: PutBackOptions) {
  const scripts = await readScripts(SEED_FILES);
  const counted = await sql.begin(async (within) => {
    // The lock of the first filling: two clicks must not fill twice.
    await within`select pg_advisory_xact_lock(hashtextextended('seed files', 0))`;
    const [found] = await within`select from public.offerings where is_demo limit 1`;
    if (found) throw new ApiError(409, 'already_there', 'The sample studio has already been added.');
    await within`select set_config('onda.putting_back', 'on', true)`;
    await runSeed(within, scripts);
    await writeAudit(within, { area: 'samples', action: 'restored_the_sample_studio', actorId: person.id });
    const [row] = await within<{ classes: number }[]>`
      select count(*)::int as classes from public.offerings where is_demo`;
    return { classes: row?.classes ?? 0 };
  });
  await addSampleMedia({ sql, client });
  return counted;
}
