// The studio's name, colour and logo as pictures need them.
import { dataOf } from '#app/backend/data-of.ts';
import type { StudioClient } from '#contracts/studio-client.ts';

const DEFAULT_COLOR = '#00bb4f';

export interface StudioLook {
  /** As it is drawn. */
  name: string;
  color: string;
  logoPath: string | null;
}

export async function readLook(backend: StudioClient): Promise<StudioLook> {
  const data = await dataOf(
    backend.from('studio').select('name,is_lower_case,primary_colour,logo_path').single(),
  );
  const name = data.is_lower_case ? data.name.toLowerCase() : data.name;
  return { name, color: data.primary_colour ?? DEFAULT_COLOR, logoPath: data.logo_path };
}
