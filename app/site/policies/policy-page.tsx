import { data, useLoaderData } from 'react-router';
import { PageHead } from '#app/features/page-head/page-head.tsx';
import { Prose } from '#app/features/prose/prose.tsx';
import { longDay } from '#app/language/format-day.ts';
import type { RootData } from '#app/root.tsx';
import { pageMeta } from '#app/site/document/page-meta.ts';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/policy-page.ts';
import { findPolicy, policies } from './policies.ts';

export function loader({ params }: Route.LoaderArgs) {
  if (!findPolicy(params.slug)) throw data(null, { status: 404 });
  return { slug: params.slug };
}

export function meta({ params, matches }: Route.MetaArgs) {
  const root = matches[0]?.loaderData as RootData | undefined;
  const policy = findPolicy(params.slug);
  if (!root || !policy) return [];
  return pageMeta({
    title: policy.title.toLowerCase(),
    description: policy.summary,
    path: `/policies/${policy.slug}`,
    studioName: root.studio.name,
    siteUrl: root.settings.siteUrl,
  });
}

export default function PolicyPage() {
  const { studio, settings } = useRootData();
  const { slug } = useLoaderData<typeof loader>();
  const policy = findPolicy(slug);
  if (!policy) return null;
  const sections = policy.write({
    studioName: studio.name,
    email: studio.email,
    phone: studio.phone,
    address: studio.address,
    usesOutsideAnalytics: settings.analyticsId !== null,
    usesTurnstile: settings.turnstileSiteKey !== null,
  });
  return (
    <main id="main">
      <PageHead title={policy.title} above={<span>Policies</span>}>
        <p className="lead">{policy.summary}</p>
      </PageHead>
      <div className="wrap">
        <div className="grid-12 page-body">
          <div className="policy page-main">
            {sections.map((section) => (
              <section key={section.heading} className="policy-section">
                <h2>{section.heading}</h2>
                <Prose text={section.text} />
              </section>
            ))}
          </div>
          <nav className="page-side side-links" aria-label="Policies">
            <h2>Policies</h2>
            <ul>
              {policies.map((other) => (
                <li key={other.slug}>
                  <Link
                    to={`/policies/${other.slug}`}
                    aria-current={other.slug === policy.slug ? 'page' : undefined}
                  >
                    {other.title}
                  </Link>
                </li>
              ))}
            </ul>
            <p>
              These words hold since {longDay(policy.since)}. Questions:{' '}
              <Link to="/contact">write to us</Link>.
            </p>
          </nav>
        </div>
      </div>
    </main>
  );
}
