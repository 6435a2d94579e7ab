// Everything the editor needs for one item: its newest version, its revisions and the titles it refers to.
import type { SupabaseClient } from '@supabase/supabase-js';
import { readByIds } from '#app/backend/read-by-ids.ts';
import type { Block } from '#contracts/blocks.ts';
import type { Media } from '#contracts/media.ts';
import { type Relation, STATE_COLUMNS, type WholeContent } from './content.ts';
import type { Revision } from './history/revisions-panel.tsx';

const MAX_REVISIONS = 50;
const MEDIA_SELECT = 'id,path,alt,credit,width,height,colour,focal_x,focal_y';
const EMBEDS = [
  ['class', 'offerings'],
  ['episode', 'radio_episodes'],
  ['work', 'works'],
] as const;

export async function loadWriting(client: SupabaseClient, relation: Relation, ref: string) {
  const [content, revisions, people] = await Promise.all([
    client
      .from('contents')
      .select(`${STATE_COLUMNS},fields,preview_token`)
      .eq('relation', relation)
      .eq('ref', ref)
      .maybeSingle<WholeContent>(),
    client
      .from('content_revisions')
      .select('version,note,made_at,made_name')
      .eq('relation', relation)
      .eq('ref', ref)
      .order('version', { ascending: false })
      .limit(MAX_REVISIONS)
      .overrideTypes<Revision[], { merge: false }>(),
    client
      .from('contents')
      .select('id:ref,name:title')
      .eq('relation', 'people')
      .is('trashed_at', null)
      .order('title')
      .limit(500)
      .overrideTypes<{ id: string; name: string }[], { merge: false }>(),
  ]);
  for (const { error } of [content, revisions, people]) if (error) throw error;
  if (!content.data) return null;
  const { fields } = content.data;
  const [media, ...embedded] = await Promise.all([
    readByIds<Media>(client, {
      table: 'media',
      columns: MEDIA_SELECT,
      ids: [...(fields.media_id ? [fields.media_id] : []), ...fields.blocks.flatMap(picturesOf)],
    }),
    ...EMBEDS.map(([kind, table]) =>
      readByIds<{ id: string; title: string }>(client, {
        table,
        columns: 'id,title',
        ids: fields.blocks.flatMap((block) => (block.kind === kind ? [block.ref] : [])),
      }),
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
