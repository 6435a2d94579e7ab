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

/** What a use is called, and where it is changed. */
export function describeUse({ relation, ref }: MediaUse): { kind: string; to: string | null } {
  switch (relation) {
    case 'offerings':
      return { kind: 'Class or event', to: `/dashboard/offerings/${ref}` };
    case 'people':
      return { kind: 'Profile', to: `/dashboard/content/people/${ref}` };
    case 'works':
      return { kind: 'Work', to: `/dashboard/content/works/${ref}` };
    case 'posts':
      return { kind: 'Journal', to: `/dashboard/content/posts/${ref}` };
    case 'pages':
      return { kind: 'Page', to: `/dashboard/content/pages/${ref}` };
    default:
      return { kind: 'Draft', to: null };
  }
}
