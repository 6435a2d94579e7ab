import type { SupabaseClient } from '@supabase/supabase-js';
import type { DisciplineRow } from '#contracts/discipline.ts';

/** All of them, in the studio's order. */
export function readDisciplines(backend: SupabaseClient) {
  return backend
    .from('disciplines')
    .select('slug,name,description,color')
    .order('position')
    .order('slug')
    .overrideTypes<DisciplineRow[], { merge: false }>();
}
