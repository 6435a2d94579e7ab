// Loads what the blocks of a text refer to, as the visitor may see it: pictures, classes, episodes, works. For loaders.

import { readByIds } from '#app/backend/read-by-ids.ts';
import { pictureAttributes } from '#app/features/media/picture-attributes.ts';
import { creditOf } from '#app/features/media/with-picture.ts';
import { entryPrice } from '#app/features/programme/entry-price.ts';
import { offeringPath } from '#app/features/programme/upcoming-session.ts';
import { paragraphsOf } from '#app/features/prose/paragraphs.ts';
import { localized } from '#app/language/in-language.ts';
import { EPISODE_SELECT } from '#app/site/radio/episode-list.tsx';
import { hangWork, WALL_SELECT } from '#app/site/works/hang-works.ts';
import type { Block } from '#contracts/blocks.ts';
import type { Media } from '#contracts/media.ts';
import type { StudioClient } from '#contracts/studio-client.ts';
import type { ShownBlock, ShownPicture } from './shown-block.ts';

const MEDIA_SELECT = 'id,path,alt,credit,width,height,colour,focal_x,focal_y,translations';
const SIZES = '(min-width: 62rem) 58vw, 100vw';

interface Written {
  blocks: Block[] | null;
  /** Text from before there were blocks. */
  body: string;
}

interface ShowOptions {
  backend: StudioClient;
  storageUrl: string;
  /** Pictures that came with the text: those of a draft cannot be read otherwise. */
  media?: Media[];
}

export async function showBlocks({ blocks, body }: Written, options: ShowOptions): Promise<ShownBlock[]> {
  if (!blocks) return paragraphsOf(body).map((text) => ({ kind: 'paragraph', text: [{ text }] }));
  const { backend, storageUrl } = options;
  const pictureIds = blocks.flatMap((block) =>
    block.kind === 'image' ? [block.media] : block.kind === 'gallery' ? block.pictures : [],
  );
  const refs = (kind: Block['kind']) =>
    blocks.flatMap((block) => (block.kind === kind && 'ref' in block ? [block.ref] : []));
  const [media, offerings, episodes, works] = await Promise.all([
    options.media
      ? new Map(options.media.map((one) => [one.id, one]))
      : mapById(pictureIds, (ids) => backend.from('media').select(MEDIA_SELECT).in('id', ids)),
    mapById(refs('class'), (ids) =>
      backend
        .from('offerings')
        .select('id,slug,kind,title,summary,price_cents,currency,translations')
        .in('id', ids),
    ),
    mapById(refs('episode'), (ids) => backend.from('radio_episodes').select(EPISODE_SELECT).in('id', ids)),
    mapById(refs('work'), (ids) => backend.from('works').select(`id,${WALL_SELECT}`).in('id', ids)),
  ]);
  const picture = (id: string): ShownPicture[] => {
    const found = localized(media.get(id));
    if (!found) return [];
    return [{ picture: pictureAttributes(found, { storageUrl, sizes: SIZES }), credit: creditOf(found) }];
  };
  return blocks.flatMap((block): ShownBlock[] => {
    switch (block.kind) {
      case 'image':
        return picture(block.media).map((shown) => ({
          kind: 'image',
          caption: block.caption ?? '',
          ...shown,
        }));
      case 'gallery': {
        const pictures = block.pictures.flatMap(picture);
        return pictures.length > 0 ? [{ kind: 'gallery', pictures }] : [];
      }
      case 'class': {
        const offering = localized(offerings.get(block.ref));
        if (!offering) return [];
        const { title, summary, price_cents, currency, untranslated } = offering;
        const price = entryPrice(price_cents, currency);
        const marks = untranslated && { untranslated };
        return [{ kind: 'class', to: offeringPath(offering), title, summary, price, ...marks }];
      }
      case 'episode': {
        const episode = localized(episodes.get(block.ref));
        return episode ? [{ kind: 'episode', episode }] : [];
      }
      case 'work': {
        const work = localized(works.get(block.ref));
        return work ? [{ kind: 'work', work: hangWork(work, storageUrl) }] : [];
      }
      default:
        return [block];
    }
  });
}

async function mapById<Row extends { id: string }>(
  ids: string[],
  read: Parameters<typeof readByIds<Row>>[1],
): Promise<Map<string, Row>> {
  return new Map((await readByIds(ids, read)).map((row) => [row.id, row]));
}
