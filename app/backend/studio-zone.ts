import type { StudioClient } from '#contracts/studio-client.ts';

/** The studio's time zone. */
export async function studioZone(backend: StudioClient): Promise<string> {
  const { data, error } = await backend.from('studio').select('zone').single();
  if (error) throw error;
  return data.zone;
}
