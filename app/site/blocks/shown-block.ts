// Blocks as a page shows them: with pictures and embedded items, and without what is no longer public.
import type { PictureCredit } from '#app/features/media/with-picture.ts';
import type { Marks } from '#app/language/in-language.ts';
import type { Episode } from '#app/site/radio/episode-list.tsx';
import type { WallWork } from '#app/site/works/wall-work.ts';
import type { TextBlock } from '#contracts/blocks.ts';
import type { PictureAttributes } from '#contracts/media.ts';

export interface ShownPicture {
  picture: PictureAttributes;
  credit: PictureCredit;
}

export type ShownBlock =
  | TextBlock
  | ({ kind: 'image'; caption: string } & ShownPicture)
  | { kind: 'gallery'; pictures: ShownPicture[] }
  | ({ kind: 'class'; to: string; title: string; summary: string; price: string } & Marks)
  | { kind: 'episode'; episode: Episode }
  | { kind: 'work'; work: WallWork };
