import { backend } from '#app/backend/backend.ts';
import { t } from '#app/language/messages.ts';
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
    <Panel
      title={t('dashboard.radio.can_go_live_in_this_show')}
      aside={<Link to="/dashboard/people">{t('dashboard.radio.manage_roles')}</Link>}
    >
      {accounts.length === 0 ? (
        <p className="dash-quiet">{t('dashboard.radio.no_one_has_the_role_of')}</p>
      ) : (
        accounts.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name || t('dashboard.radio.no_name')}
            checked={show.hosts.some(({ user_id }) => user_id === id)}
            onChange={({ currentTarget }) => set(id, currentTarget.checked)}
          />
        ))
      )}
    </Panel>
  );
}
