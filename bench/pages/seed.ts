// A studio of many years: every list that grows gets as many rows as asked for. Written around the triggers, which would
// take an hour, so what triggers maintain (counters, the newest text of content) is written here instead.
import type { Sql } from '#backend/database/driver/sql.ts';
import { seedCatalogue } from './seed-catalogue.ts';
import { seedRecords } from './seed-records.ts';

/** Names that people search for: accents, many of the same, and a number that makes each its own. */
const helpers = `
  create schema if not exists bench;
  create or replace function bench.id(kind text, n integer) returns uuid language sql immutable as
    $$ select md5(kind || ' ' || n)::uuid $$;
  create or replace function bench.name(n integer) returns text language sql immutable as $$
    select (array['Inês', 'João', 'Marta', 'Tiago', 'Beatriz', 'Rui', 'Carla', 'Nuno', 'Sofia', 'Pedro', 'Ana', 'Miguel'])[1 + n % 12]
      || ' ' || (array['Gonçalves', 'Silva', 'Ferreira', 'Moreau', 'Schmidt', 'Novak', 'Okafor', 'Tanaka', 'Costa', 'Reis', 'Lopes'])[1 + n % 11]
      || ' ' || n $$;`;

export async function seedRows(
  sql: Sql,
  { rows, print }: { rows: number; print: (line: string) => void },
): Promise<void> {
  await sql.unsafe(helpers);
  for (const [name, text] of [...seedCatalogue(rows), ...seedRecords(rows)]) {
    await sql.begin(async (transaction) => {
      await transaction.unsafe('set local session_replication_role = replica');
      await transaction.unsafe(text);
    });
    print(`seeded ${name}`);
  }
  await sql.unsafe('analyze');
  // The station has its programme in memory and was not notified of the new tracks.
  await sql.notify('onda_radio', 'radio_tracks');
}
