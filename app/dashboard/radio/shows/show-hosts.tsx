import { backend } from '#app/backend/backend.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Link } from '#app/ui/link.tsx';
import { reportFailure } from '../../forms/report-failure.ts';
import { Panel } from '../../layout/page.tsx';
import type { Named, Show } from './show.ts';

interface ShowHostsProps {
  show: Show;
  accounts: Named[];
  onChange(): void;
}

/** The accounts that can go live during this show. */
export function ShowHosts({ show, accounts, onChange }: ShowHostsProps) {
  const set = async (userId: string, isHost: boolean) => {
    const client = await backend();
    const table = client.from('radio_show_hosts');
    const { error } = isHost
      ? await table.upsert({ show_id: show.id, user_id: userId })
      : await table.delete().eq('show_id', show.id).eq('user_id', userId);
    if (reportFailure(error)) onChange();
  };
  return (
    <Panel title="Can go live in this show" aside={<Link to="/dashboard/people">Manage roles</Link>}>
      {accounts.length === 0 ? (
        <p className="dash-quiet">No one has the role of host yet. Staff can go live at any time.</p>
      ) : (
        accounts.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name || 'No name'}
            checked={show.hosts.some(({ user_id }) => user_id === id)}
            onChange={({ currentTarget }) => set(id, currentTarget.checked)}
          />
        ))
      )}
    </Panel>
  );
}
