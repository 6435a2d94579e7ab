import type { StudioClient } from '#contracts/studio-client.ts';

/** All of them, in the studio's order. */
export function readDisciplines(backend: StudioClient) {
  return backend
    .from('disciplines')
    .select('slug,name,description,color,translations')
    .order('position')
    .order('slug');
}
