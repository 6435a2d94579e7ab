const KIND = /^\/dashboard\/content\/(posts|pages|works|people)\/?$/;

/** Where somebody is led who asks for an address that is no room; null where there is nothing near. */
export function nearestSection(path: string): string | null {
  if (/^\/dashboard\/messages\/?$/.test(path)) return '/dashboard/messages/inbox';
  if (/^\/dashboard\/receipts\/?$/.test(path)) return '/dashboard/passes';
  const kind = KIND.exec(path)?.[1];
  return kind ? `/dashboard/content?kind=${kind}` : null;
}
