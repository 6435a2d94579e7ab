import type { ReactNode } from 'react';
import { data, useLoaderData } from 'react-router';
import { dataOf } from '#app/backend/data-of.ts';
import { PageHead } from '#app/features/page-head/page-head.tsx';
import { Prose } from '#app/features/prose/prose.tsx';
import { longDay } from '#app/language/format-day.ts';
import { langOf, localized } from '#app/language/in-language.ts';
import { rich, t } from '#app/language/messages.ts';
import { Blocks } from '#app/site/blocks/blocks.tsx';
import { siteMeta } from '#app/site/document/site-meta.ts';
import { phoneNumber } from '#app/site/layout/phone-line.ts';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { loadPage } from '#app/site/pages/load-page.ts';
import { siteContext } from '#app/site-context.ts';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/policy-page.ts';
import { imprint } from './imprint.ts';
import { allPolicies, findPolicy, policies } from './policies.ts';

const BUSINESS = 'legal_name,address,tax_number,register,vat_status,tax_note';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { slug } = params;
  if (!findPolicy(slug)) throw data(null, { status: 404 });
  const { backend } = context.get(siteContext);
  // The studio's own text replaces the default.
  const own = await loadPage(context, slug);
  const [business, rules, booking, states] = await Promise.all([
    dataOf(backend.from('business').select(BUSINESS).single()),
    dataOf(
      backend
        .from('cancellation_policies')
        .select('name,full_until_h,late_credit_percent,translations')
        .order('full_until_h')
        .order('id'),
    ),
    dataOf(backend.from('booking_settings').select('transfer_account').single()),
    dataOf(backend.rpc('list_policies')),
  ]);
  const hasImprint = business.legal_name !== '';
  if (slug === imprint.slug && !hasImprint) throw data(null, { status: 404 });
  return {
    slug,
    own,
    business,
    hasImprint,
    rules: rules.map((rule) => localized(rule)),
    takesTransfers: booking.transfer_account.trim() !== '',
    state: states.find((one) => one.slug === slug),
  };
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
  const { slug, own, business, hasImprint, rules, takesTransfers, state } = useLoaderData<typeof loader>();
  const policy = findPolicy(slug);
  if (!policy) return null;
  const sections = policy.write({
    studioName: studio.name,
    email: studio.email,
    phone: phoneNumber(studio.phone),
    address: studio.address,
    business,
    rules,
    takesTransfers,
    takesCards: settings.takesCards,
    usesOutsideAnalytics: settings.analyticsId !== null,
    usesTurnstile: settings.turnstileSiteKey !== null,
  });
  const since = state?.since;
  const isDraft = state !== undefined && !since;
  return (
    <main id="main">
      <PageHead
        title={own?.page.title ?? policy.title()}
        titleLang={langOf(own?.page, 'title')}
        above={<span>{isDraft ? t('site.policies.draft') : t('site.policies.policies')}</span>}
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
              {(hasImprint ? allPolicies : policies).map((other) => (
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
            {since && (
              <p>
                {rich('site.policies.in_force_since_day_questions_write', {
                  day: longDay(since),
                  link: contactLink,
                })}
              </p>
            )}
            {isDraft && <p>{rich('site.policies.not_confirmed_yet', { link: contactLink })}</p>}
          </nav>
        </div>
      </div>
    </main>
  );
}

const contactLink = (text: ReactNode) => <Link to="/contact">{text}</Link>;
