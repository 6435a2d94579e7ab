// Redirects addresses without a page of their own, such as "/dashboard/messages", to the nearest section.

import { data, redirect } from 'react-router';
import { withoutLanguage } from '#app/language/language-path.ts';
import { requirePerson } from '../guard.server.ts';
import { nearestSection } from './nearest-section.ts';

/** `url` is the address of the page, also when only its data is asked for. */
type LoaderArgs = Parameters<typeof requirePerson>[0] & { url: URL };

export async function loader({ request, context, url }: LoaderArgs) {
  await requirePerson({ request, context });
  const section = nearestSection(withoutLanguage(url.pathname));
  throw section ? redirect(section) : data(null, { status: 404 });
}

/** Never shown. Without it the 404 would be a plain response instead of the error page in the layout. */
export default function RedirectToSection() {
  return null;
}
