// Addresses that only stand before others ("/dashboard/messages" of "/dashboard/messages/inbox"): the nearest room.
import { data, redirect } from 'react-router';
import { requirePerson } from '../guard.server.ts';
import { nearestSection } from './nearest-section.ts';

type Asked = Parameters<typeof requirePerson>[0];

export async function loader({ request, context }: Asked) {
  await requirePerson({ request, context });
  const room = nearestSection(new URL(request.url).pathname);
  throw room ? redirect(room) : data(null, { status: 404 });
}

/** Nobody stays here. With it a refusal is a page in the frame instead of a bare answer. */
export default function RedirectToSection() {
  return null;
}
