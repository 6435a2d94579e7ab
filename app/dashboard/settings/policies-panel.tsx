// The policies of the site with their state. A default text counts once the owner has confirmed it.
import { useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { longDay } from '#app/language/format-day.ts';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import type { PolicyState } from '#contracts/policies.ts';
import { reportFailure } from '../forms/report-failure.ts';
import { Panel } from '../layout/page.tsx';
import { RowText } from '../layout/row-text.tsx';

export function PoliciesPanel({ policies, onChange }: { policies: PolicyState[]; onChange(): void }) {
  return (
    <Panel title={t('dashboard.settings.policies_heading')}>
      <p className="dash-quiet">{t('dashboard.settings.policies_lead')}</p>
      <ul className="dash-list">
        {policies.map((policy) => (
          <PolicyRow key={policy.slug} policy={policy} onChange={onChange} />
        ))}
      </ul>
      <div className="panel-foot">
        <Link to="/dashboard/content?kind=pages">{t('dashboard.settings.write_your_own_policy')}</Link>
      </div>
    </Panel>
  );
}

function PolicyRow({ policy, onChange }: { policy: PolicyState; onChange(): void }) {
  const { slug, state, facts } = policy;
  const [isBusy, setBusy] = useState(false);
  const name = t(`shared.policies.${slug}`);
  const confirm = async () => {
    setBusy(true);
    const client = await backend(() => setBusy(false));
    const { error } = await client.rpc('confirm_policy', { slug, facts });
    setBusy(false);
    if (reportFailure(error)) toastSuccess(t('dashboard.settings.policy_is_confirmed', { name }));
    onChange();
  };
  return (
    <li>
      <RowText title={name}>{stateText(policy)}</RowText>
      <a
        href={`/policies/${slug}`}
        target="_blank"
        rel="noreferrer"
        aria-label={`${t('dashboard.settings.read_policy')}: ${name}`}
      >
        {t('dashboard.settings.read_policy')}
      </a>
      {(state === 'draft' || state === 'changed') && (
        <Button
          variant="secondary"
          size="sm"
          busy={isBusy}
          onClick={confirm}
          aria-label={`${t('dashboard.settings.confirm_policy')}: ${name}`}
        >
          {t('dashboard.settings.confirm_policy')}
        </Button>
      )}
    </li>
  );
}

function stateText({ state, since }: PolicyState): string {
  const day = since ? longDay(since) : '';
  switch (state) {
    case 'draft':
      return t('dashboard.settings.policy_draft');
    case 'changed':
      return t('dashboard.settings.policy_changed');
    case 'confirmed':
      return t('dashboard.settings.policy_confirmed', { day });
    case 'own':
      return t('dashboard.settings.policy_own', { day });
  }
}
