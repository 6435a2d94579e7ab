// Applications with access to this account, and a button to revoke it.

import { backend } from '#app/backend/backend.ts';
import { dataOf } from '#app/backend/data-of.ts';
import { RowAction } from '#app/dashboard/forms/row-action.tsx';
import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { questionText, t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { Panel } from '../layout/page.tsx';
import { useStudio } from '../use-studio.ts';

export interface Application {
  clientId: string;
  name: string;
  grantedAt: string;
}

interface ApplicationsPanelProps {
  applications: Application[];
  now: Date;
  onChange(): void;
}

export function ApplicationsPanel({ applications, now, onChange }: ApplicationsPanelProps) {
  const { studio } = useStudio();
  if (applications.length === 0) return null;
  const sendAway = ({ clientId, name }: Application) =>
    confirm({
      ...questionText('dashboard.security.remove_access', { name }),
      type: 'destructive',
      onConfirm: async () => {
        const { auth } = await backend();
        await dataOf(auth.oauth.revokeGrant({ clientId }));
        onChange();
      },
    });
  return (
    <Panel title={t('dashboard.security.connected_applications')}>
      <ul className="dash-list">
        {applications.map((application) => (
          <li key={application.clientId}>
            <RowText title={application.name}>
              {t('dashboard.security.since_when', {
                when: since(new Date(application.grantedAt), now, studio.zone),
              })}
            </RowText>
            <RowAction
              label={t('dashboard.security.remove_access')}
              name={t('dashboard.security.remove_access_for_name', { name: application.name })}
              onClick={() => sendAway(application)}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
