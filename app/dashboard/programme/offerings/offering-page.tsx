// One offering: details, questions, sessions and publishing. "new" is one that is not saved yet.

import { useState } from 'react';
import { data, useNavigate, useRevalidator } from 'react-router';
import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { offeringPath } from '#app/features/programme/upcoming-session.ts';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Link } from '#app/ui/link.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { requireRole } from '../../guard.server.ts';
import { PageHeader, Panel } from '../../layout/page.tsx';
import { useEditors } from '../../realtime/use-editors.ts';
import { useLiveReload } from '../../realtime/use-live-reload.ts';
import { useStudio } from '../../use-studio.ts';
import { loadCatalogue } from '../catalogue/load-catalogue.server.ts';
import { PlannedSessions } from '../planning/planned-sessions.tsx';
import type { Route } from './+types/offering-page.ts';
import { loadOffering } from './load-offering.server.ts';
import { NextSteps } from './next-steps.tsx';
import { stateOf } from './offering.ts';
import { OfferingForm } from './offering-form.tsx';
import { OfferingMenu } from './offering-menu.tsx';
import { useFormVersion } from './use-form-version.ts';

export async function loader({ request, context, params }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const isNew = params.id === 'new';
  if (!isNew && !/^[0-9a-f-]{36}$/i.test(params.id)) throw data(null, { status: 404 });
  const [catalogue, found] = await Promise.all([
    loadCatalogue(backend, now.toISOString()),
    isNew ? null : loadOffering(backend, params.id, now),
  ]);
  if (!isNew && !found) throw data(null, { status: 404 });
  return { now: now.toISOString(), catalogue, found };
}

export const meta = dashboardMeta<typeof loader>(
  ({ loaderData }) => loaderData?.found?.offering.title ?? t('dashboard.programme.page_title_new_offering'),
);

export default function OfferingPage({ loaderData }: Route.ComponentProps) {
  const { catalogue, found } = loaderData;
  const { studio } = useStudio();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const now = new Date(loaderData.now);
  const offering = found?.offering ?? null;
  const state = offering ? stateOf(offering, now) : 'draft';
  const { formKey, adopt } = useFormVersion(offering);
  const [round, setRound] = useState(0);
  const editors = useEditors(offering ? `offering:${offering.id}` : null);
  useLiveReload(...(offering ? [{ table: 'sessions', filter: `offering_id=eq.${offering.id}` }] : []));
  return (
    <>
      <PageHeader
        back={['/dashboard/offerings', t('dashboard.programme.offerings')]}
        title={offering?.title ?? t('dashboard.programme.new_class_or_event')}
        actions={
          offering && (
            <>
              <Link className="btn btn-tertiary btn-sm" to={offeringPath(offering)} target="_blank">
                {state === 'published'
                  ? t('dashboard.programme.view_page')
                  : t('dashboard.common.show_preview')}
              </Link>
              <OfferingMenu offering={offering} state={state} onChange={() => adopt()} />
            </>
          )
        }
      >
        {offering ? (
          <Badge tone={state === 'published' ? 'positive' : 'quiet'}>
            {state === 'draft'
              ? t('dashboard.programme.state_draft_staff_only')
              : t(`dashboard.programme.state_${state}`)}
          </Badge>
        ) : (
          t('dashboard.programme.start_with_a_title_you_can')
        )}
      </PageHeader>
      {found && <NextSteps offering={found.offering} state={state} dates={found.dates.length} />}
      <div className="dash-columns offering-columns">
        <OfferingForm
          key={`${formKey} ${round}`}
          offering={offering}
          state={state}
          currency={offering?.currency ?? studio.currency}
          people={catalogue.people}
          candidates={catalogue.candidates}
          policies={catalogue.policies}
          editors={editors}
          onReload={() => void adopt()}
          onDiscard={() => setRound(round + 1)}
          onSaved={(saved, published) => {
            toast({
              variant: 'success',
              title:
                published === 'published'
                  ? t('dashboard.programme.offering_published')
                  : published === 'withdrawn'
                    ? t('dashboard.programme.offering_unpublished')
                    : t('dashboard.common.changes_saved'),
              ...(published === 'published' &&
                offering && {
                  durationMs: 8000,
                  action: {
                    label: t('dashboard.programme.view_page'),
                    onClick: () => void navigate(offeringPath(offering)),
                  },
                }),
            });
            if (offering) void adopt(saved.version);
            else void navigate(`/dashboard/offerings/${saved.id}`, { replace: true });
          }}
        />
        <div className="dash-stack">
          {found && offering && (
            <>
              <PlannedSessions
                offering={offering}
                isDraft={state === 'draft'}
                dates={found.dates}
                total={found.total}
                catalogue={catalogue}
                now={now}
                zone={studio.zone}
                onChange={() => void revalidate()}
              />
              <Panel title={t('dashboard.common.history')}>
                <ul className="dash-list">
                  {found.history.map(({ id, at, what, by }) => (
                    <li key={id}>
                      <RowText title={what}>{[by, at].filter(Boolean).join(', ')}</RowText>
                    </li>
                  ))}
                  {found.history.length === 0 && <li>{t('dashboard.programme.no_changes_yet')}</li>}
                </ul>
              </Panel>
            </>
          )}
          {!offering && (
            <Panel title={t('dashboard.programme.next_steps')}>
              <ol className="steps-list">
                <li>{t('dashboard.programme.save_it_as_a_draft_only')}</li>
                <li>{t('dashboard.programme.add_a_picture_and_sessions_you')}</li>
                <li>{t('dashboard.programme.check_the_preview_and_publish_then')}</li>
              </ol>
            </Panel>
          )}
        </div>
      </div>
    </>
  );
}
