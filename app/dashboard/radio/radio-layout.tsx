// Layout of the radio pages: for hosts and staff, when the program is the station.
import { Outlet } from 'react-router';
import { t } from '#app/language/messages.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { guardPage } from '../guard.server.ts';
import { PageHeader } from '../layout/page.tsx';
import { useStudio } from '../use-studio.ts';

export const loader = guardPage('host', 'staff', 'owner');

export default function RadioLayout() {
  const { settings, sections } = useStudio();
  if (!sections.open.includes('radio')) return <RadioIsOff />;
  if (settings.streamUrl?.startsWith('/')) return <Outlet />;
  return (
    <>
      <PageHeader title={t('dashboard.radio.radio')} hasTabs={false} />
      <EmptyState level={2} title={t('dashboard.radio.the_player_uses_an_external_stream')}>
        {t('dashboard.radio.radio_stream_url_is_set_so')}
      </EmptyState>
    </>
  );
}

function RadioIsOff() {
  return (
    <>
      <PageHeader title={t('dashboard.radio.radio')} hasTabs={false} />
      <EmptyState
        level={2}
        title={t('dashboard.radio.the_radio_is_off')}
        action={<Link to="/dashboard/settings/sections">{t('dashboard.settings.open_sections')}</Link>}
      >
        {t('dashboard.radio.the_radio_is_off_hint')}
      </EmptyState>
    </>
  );
}
