// Loads the offering of a class page or an event page by its slug, or redirects to its new address.

import type { RouterContextProvider } from 'react-router';
import { studioZone } from '#app/backend/studio-zone.ts';
import { localDay, nextMidnight } from '#app/language/format-time.ts';
import { requireOwnSlug } from '#app/site/pages/find-by-slug.ts';
import { movedOrMissing } from '#app/site/pages/moved-or-missing.ts';
import { siteContext } from '#app/site-context.ts';
import { loadOffering, type OfferingKind } from './load-offering.ts';

interface Asked {
  request: Request;
  context: Readonly<RouterContextProvider>;
  params: { slug: string };
}

export async function openOffering({ request, context, params }: Asked, kinds: OfferingKind[]) {
  const { backend, now, validUntil, settings } = context.get(siteContext);
  const zone = await studioZone(backend);
  const offering = await loadOffering(backend, {
    slug: params.slug,
    kinds,
    now,
    today: localDay(now, zone),
    storageUrl: settings.storageUrl,
  });
  if (!offering) throw await movedOrMissing(request, context, { relation: 'offerings', slug: params.slug });
  requireOwnSlug(params.slug, offering, offering.kind === 'event' ? '/events/' : '/classes/');
  validUntil(nextMidnight(now, zone));
  return offering;
}
