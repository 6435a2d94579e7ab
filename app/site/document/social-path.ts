/** What has a card of its own when its address is shared. */
export type SocialKind = 'classes' | 'events' | 'journal' | 'works' | 'people' | 'radio' | 'pages';

export function socialPath(kind: SocialKind, slug: string): string {
  return `/social/${kind}/${slug}.png`;
}
