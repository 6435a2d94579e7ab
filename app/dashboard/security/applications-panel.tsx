// Applications with access to this account, and a button to revoke it.
import { backend } from '#app/backend/backend.ts';
import { since } from '#app/language/since.ts';
import { Button } from '#app/ui/button.tsx';
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
      title: `Remove access for “${name}”?`,
      content: 'It is signed out at once and has to ask for access again.',
      type: 'destructive',
      confirmText: 'Remove access',
      onConfirm: async () => {
        const { auth } = await backend();
        const { error } = await auth.oauth.revokeGrant({ clientId });
        if (error) throw error;
        onChange();
      },
    });
  return (
    <Panel title="Connected applications">
      <ul className="dash-list">
        {applications.map((application) => (
          <li key={application.clientId}>
            <span>
              <b>{application.name}</b>
              <span className="dash-quiet">
                since {since(new Date(application.grantedAt), now, studio.zone)}
              </span>
            </span>
            <Button
              variant="link"
              size="sm"
              aria-label={`Remove access for ${application.name}`}
              onClick={() => sendAway(application)}
            >
              Remove access
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
