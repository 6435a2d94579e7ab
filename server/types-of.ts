// The TypeScript types of some schemas of a database; the first is the one that `Tables<'name'>` and the like mean.
import type { Sql } from '#backend/database/driver/sql.ts';
import { readSchema } from '#backend/types/read-schema.ts';
import { writeSchemas } from '#backend/types/write-types.ts';

export async function typesOf(sql: Sql, [first = 'public', ...others]: string[]): Promise<string> {
  const shapeOf = async (schema: string) => [schema, await readSchema(sql, schema)] as const;
  return writeSchemas([await shapeOf(first), ...(await Promise.all(others.map(shapeOf)))]);
}
