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
  'id,path,alt,credit,width,height,colour,focal_x,focal_y,file_name,size_bytes,is_described,created_at,uses:media_uses(relation,ref,title,shown_from)';

const KINDS: Record<string, { kind: string; folder: string }> = {
  offerings: { kind: 'Class or event', folder: '/dashboard/offerings/' },
  people: { kind: 'Profile', folder: '/dashboard/content/people/' },
  works: { kind: 'Work', folder: '/dashboard/content/works/' },
  posts: { kind: 'Journal', folder: '/dashboard/content/posts/' },
  pages: { kind: 'Page', folder: '/dashboard/content/pages/' },
};

/** The kind of content that uses a picture, and a link to edit it. */
export function describeUse({ relation, ref }: MediaUse): { kind: string; to: string | null } {
  const isDraft = relation.startsWith('draft ');
  const known = KINDS[relation.replace('draft ', '')];
  if (!known) return { kind: relation, to: null };
  return { kind: isDraft ? `${known.kind}, draft` : known.kind, to: `${known.folder}${ref}` };
}
