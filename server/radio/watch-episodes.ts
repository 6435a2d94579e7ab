// Looks for the recordings that the grid will play, and has their hosts warned a day before one is missing.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '#backend/database/driver/sql.ts';
import type { Logger } from '../logger.ts';

/** Call it from the station only: the files are there. */
export async function watchEpisodes(sql: Sql, folder: string, log: Logger): Promise<void> {
  try {
    const planned = await sql<{ id: string; file: string; is_file_missing: boolean }[]>`
      select e.id, e.file, e.is_file_missing from public.radio_episodes e
      where e.is_file_missing
        or e.id in (select p.episode_id from public.radio_planned_episodes p where p.local_date >= current_date - 1)
        or e.id in (select o.episode_id from public.radio_one_offs o where o.starts_at > now())
        or e.id in (select distinct on (n.show_id) n.id from public.radio_episodes n join public.slots s on s.show_id = n.show_id
          where s.content = 'repeat' order by n.show_id, n.recorded_at desc)`;
    for (const { id, file, is_file_missing: wasMissing } of planned) {
      const isMissing = await stat(join(folder, file)).then(
        ({ size }) => size === 0,
        () => true,
      );
      if (isMissing !== wasMissing)
        await sql`update public.radio_episodes set is_file_missing = ${isMissing} where id = ${id}`;
    }
    await sql`select private.warn_of_missing_episodes()`;
  } catch (error) {
    log.warn({ err: error }, 'the recordings of coming shows could not be checked; trying again later');
  }
}
