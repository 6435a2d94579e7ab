import { dataOf } from '#app/backend/data-of.ts';
import type { StudioClient } from '#contracts/studio-client.ts';

/** The studio's time zone. */
export async function studioZone(backend: StudioClient): Promise<string> {
  const data = await dataOf(backend.from('studio').select('zone').single());
  return data.zone;
}
