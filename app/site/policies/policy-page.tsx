import { data, useLoaderData } from 'react-router';
import { PageHead } from '#app/features/page-head/page-head.tsx';
import { Prose } from '#app/features/prose/prose.tsx';
import { longDay } from '#app/language/format-day.ts';
import { localDay } from '#app/language/format-time.ts';
import { langOf } from '#app/language/in-language.ts';
import { rich, t } from '#app/language/messages.ts';
import { Blocks } from '#app/site/blocks/blocks.tsx';
import { siteMeta } from '#app/site/document/site-meta.ts';
import { phoneNumber } from '#app/site/layout/phone-line.ts';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { loadPage } from '#app/site/pages/load-page.ts';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/policy-page.ts';
import { findPolicy, policies } from './policies.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  if (!findPolicy(params.slug)) throw data(null, { status: 404 });
  // The studio's own text replaces the default.
  return { slug: params.slug, own: await loadPage(context, params.slug) };
}

export const meta = siteMeta<typeof loader>((_root, { loaderData, params }) => {
  const policy = findPolicy(params.slug ?? '');
  if (!policy) return;
  return {
    title: loaderData?.own?.page.title ?? policy.title(),
    description: loaderData?.own?.page.summary || policy.summary(),
    path: `/policies/${policy.slug}`,
  };
});

export default function PolicyPage() {
  const { studio, settings } = useRootData();
  const { slug, own } = useLoaderData<typeof loader>();
  const policy = findPolicy(slug);
  if (!policy) return null;
  const sections = policy.write({
    studioName: studio.name,
    email: studio.email,
    phone: phoneNumber(studio.phone),
    address: studio.address,
    usesOutsideAnalytics: settings.analyticsId !== null,
    usesTurnstile: settings.turnstileSiteKey !== null,
  });
  return (
    <main id="main">
      <PageHead
        title={own?.page.title ?? policy.title()}
        titleLang={langOf(own?.page, 'title')}
        above={<span>{t('site.policies.policies')}</span>}
      >
        <p className="lead" {...langOf(own?.page, 'summary')}>
          {own ? own.page.summary : policy.summary()}
        </p>
      </PageHead>
      <div className="wrap">
        <div className="grid-12 page-body">
          <div className="policy page-main">
            {own && <Blocks blocks={own.text} zone={studio.zone} lang={langOf(own.page, 'body')} />}
            {(own ? [] : sections).map((section) => (
              <section key={section.heading} className="policy-section">
                <h2>{section.heading}</h2>
                <Prose text={section.text} />
              </section>
            ))}
          </div>
          <nav className="page-side side-links" aria-label={t('site.policies.policies')}>
            <h2>{t('site.policies.policies')}</h2>
            <ul>
              {policies.map((other) => (
                <li key={other.slug}>
                  <Link
                    to={`/policies/${other.slug}`}
                    aria-current={other.slug === policy.slug ? 'page' : undefined}
                  >
                    {other.title()}
                  </Link>
                </li>
              ))}
            </ul>
            <p>
              {rich('site.policies.in_force_since_day_questions_write', {
                day: longDay(own ? localDay(new Date(own.page.published_at), studio.zone) : policy.since),
                link: (text) => <Link to="/contact">{text}</Link>,
              })}
            </p>
          </nav>
        </div>
      </div>
    </main>
  );
}
