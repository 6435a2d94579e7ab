const KIND = /^\/dashboard\/content\/(posts|pages|works|people)\/?$/;

/** Where to redirect an address without a page of its own; null if nothing fits. */
export function nearestSection(path: string): string | null {
  if (/^\/dashboard\/messages\/?$/.test(path)) return '/dashboard/messages/inbox';
  if (/^\/dashboard\/receipts\/?$/.test(path)) return '/dashboard/passes';
  // The file of one receipt without its name.
  const receipts = /^(\/dashboard\/receipts\/[^/]+)\/[^/]+\/?$/.exec(path)?.[1];
  if (receipts) return receipts;
  if (/^\/dashboard\/bookings\/hour\/?$/.test(path)) return '/dashboard/bookings';
  const kind = KIND.exec(path)?.[1];
  return kind ? `/dashboard/content?kind=${kind}` : null;
}
