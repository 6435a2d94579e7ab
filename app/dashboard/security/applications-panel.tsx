// Applications that may know who this person is, and the way to send one away again.
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
      title: `Send “${name}” away?`,
      content: 'It is signed out at once, and has to ask you again.',
      type: 'destructive',
      confirmText: 'Send it away',
      onConfirm: async () => {
        const { auth } = await backend();
        const { error } = await auth.oauth.revokeGrant({ clientId });
        if (error) throw error;
        onChange();
      },
    });
  return (
    <Panel title="Applications you let in">
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
              aria-label={`Send ${application.name} away`}
              onClick={() => sendAway(application)}
            >
              Send away
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
