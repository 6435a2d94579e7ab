// Everything the editor needs for one item: its newest version, its revisions and the titles it refers to.

import { readByIds } from '#app/backend/read-by-ids.ts';
import type { Block } from '#contracts/blocks.ts';
import type { StudioClient } from '#contracts/studio-client.ts';
import { blocksIn } from '../languages/blocks-in.ts';
import { type Relation, STATE_COLUMNS } from './content.ts';

const MAX_REVISIONS = 50;
const MEDIA_SELECT = 'id,path,alt,credit,width,height,colour,focal_x,focal_y';
const EMBEDS = [
  ['class', 'offerings'],
  ['episode', 'radio_episodes'],
  ['work', 'works'],
] as const;

export async function loadWriting(client: StudioClient, relation: Relation, ref: string) {
  const [content, revisions, people] = await Promise.all([
    client
      .from('contents')
      .select(`${STATE_COLUMNS},fields,preview_token`)
      .eq('relation', relation)
      .eq('ref', ref)
      .maybeSingle(),
    client
      .from('content_revisions')
      .select('version,note,made_at,made_name')
      .eq('relation', relation)
      .eq('ref', ref)
      .order('version', { ascending: false })
      .limit(MAX_REVISIONS),
    client
      .from('contents')
      .select('id:ref,name:title')
      .eq('relation', 'people')
      .is('trashed_at', null)
      .order('title')
      .limit(500),
  ]);
  for (const { error } of [content, revisions, people]) if (error) throw error;
  if (!content.data) return null;
  const { fields } = content.data;
  const blocks = [
    fields.blocks,
    ...Object.keys(fields.translations ?? {}).map((code) => blocksIn(fields.translations ?? {}, code)),
  ].flat();
  const [media, ...embedded] = await Promise.all([
    readByIds([...(fields.media_id ? [fields.media_id] : []), ...blocks.flatMap(picturesOf)], (ids) =>
      client.from('media').select(MEDIA_SELECT).in('id', ids),
    ),
    ...EMBEDS.map(([kind, table]) =>
      readByIds(
        blocks.flatMap((block) => (block.kind === kind ? [block.ref] : [])),
        (ids) => client.from(table).select('id,title').in('id', ids),
      ),
    ),
  ]);
  return {
    content: content.data,
    revisions: revisions.data ?? [],
    people: people.data ?? [],
    media,
    titles: Object.fromEntries(embedded.flat().map(({ id, title }) => [id, title])),
  };
}

function picturesOf(block: Block): string[] {
  if (block.kind === 'image') return [block.media];
  return block.kind === 'gallery' ? block.pictures : [];
}
