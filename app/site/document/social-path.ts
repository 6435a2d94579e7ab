/** Pages with a social card of their own. */
export type SocialKind = 'classes' | 'events' | 'journal' | 'works' | 'people' | 'radio' | 'pages';

export function socialPath(kind: SocialKind, slug: string): string {
  return `/social/${kind}/${slug}.png`;
}
