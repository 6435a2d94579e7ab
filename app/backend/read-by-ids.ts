// Rows of a table by their ids, each once; asks nothing when there are none.
import type { SupabaseClient } from '@supabase/supabase-js';

export async function readByIds<Row>(
  backend: SupabaseClient,
  { table, columns, ids }: { table: string; columns: string; ids: string[] },
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const { data, error } = await backend
    .from(table)
    .select(columns)
    .in('id', [...new Set(ids)])
    .overrideTypes<Row[], { merge: false }>();
  if (error) throw error;
  return data;
}
