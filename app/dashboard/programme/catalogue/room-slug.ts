/** A slug from the room's name with a random suffix, so that two rooms may share a name. */
export function roomSlug(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  return `${plain || 'room'}-${Math.random().toString(36).slice(2, 8)}`;
}
