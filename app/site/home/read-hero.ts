// What opens the home page: the name, a picture of the library, or both.
import { PICTURE_SELECT } from '#app/features/media/picture-attributes.ts';
import { withPicture } from '#app/features/media/with-picture.ts';
import { localized } from '#app/language/in-language.ts';
import type { StudioClient } from '#contracts/studio-client.ts';

export async function readHero(backend: StudioClient, storageUrl: string) {
  const { data, error } = await backend.from('studio').select(`hero,translations,${PICTURE_SELECT}`).single();
  if (error) throw error;
  const { hero, picture, pictureCredit } = withPicture(localized(data), {
    storageUrl,
    sizes: '100vw',
    // The stylesheet gives the shape; this one only has the browser crop around the focal point.
    ratio: [16, 5],
  });
  return { kind: picture ? hero : ('wordmark' as const), picture, pictureCredit };
}
