import { t } from '#app/language/messages.ts';
import type { Media } from '#contracts/media.ts';

export interface MediaUse {
  relation: string;
  ref: string;
  title: string;
  shown_from: string | null;
}

export interface LibraryPicture extends Media {
  file_name: string;
  size_bytes: number;
  is_described: boolean;
  created_at: string;
  uses: MediaUse[];
}

export const LIBRARY_COLUMNS =
  'id,path,alt,credit,width,height,colour,focal_x,focal_y,translations,file_name,size_bytes,is_described,created_at,uses:media_uses(relation,ref,title,shown_from)';

const KINDS = {
  offerings: { kind: 'dashboard.media.used_in_offering', folder: '/dashboard/offerings/' },
  people: { kind: 'dashboard.media.used_in_profile', folder: '/dashboard/content/people/' },
  works: { kind: 'dashboard.media.used_in_work', folder: '/dashboard/content/works/' },
  posts: { kind: 'dashboard.media.used_in_journal', folder: '/dashboard/content/posts/' },
  pages: { kind: 'dashboard.media.used_in_page', folder: '/dashboard/content/pages/' },
} as const;

/** The kind of content that uses a picture, and a link to edit it. */
export function describeUse({ relation, ref }: MediaUse): { kind: string; to: string | null } {
  if (relation === 'studio')
    return { kind: t('dashboard.media.used_on_home_page'), to: '/dashboard/settings' };
  const used = relation.replace('draft ', '');
  if (!isKnown(used)) return { kind: relation, to: null };
  const { kind, folder } = KINDS[used];
  return { kind: t(kind, { isDraft: relation === used ? 'no' : 'yes' }), to: `${folder}${ref}` };
}

function isKnown(relation: string): relation is keyof typeof KINDS {
  return Object.hasOwn(KINDS, relation);
}
