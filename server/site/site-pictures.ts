// The site's own pictures, drawn in the process of pictures.
import type { Pictures } from '#backend/pictures/open-pictures.ts';
import type { SitePictures } from '#contracts/site-pictures.ts';

export function createSitePictures(pictures: Pictures): SitePictures {
  return {
    draw: async (drawing) => (await pictures.run('draw', { ...drawing, hasPalette: true })).png,
    drawIcon: (logo, icon) => pictures.run('drawIcon', icon, [logo]),
  };
}
