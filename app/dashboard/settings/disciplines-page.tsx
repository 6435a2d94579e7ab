// The disciplines the studio teaches, in the order of filters, timetable and about page.

import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { readDisciplines } from '#app/disciplines/read-disciplines.ts';
import { DisciplineMark } from '#app/features/programme/discipline-mark.tsx';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { LinkButton } from '#app/ui/button.tsx';
import type { DisciplineRow } from '#contracts/discipline.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { EditListPage } from '../forms/edit-list.tsx';
import { reportFailure } from '../forms/report-failure.ts';
import { requireRole } from '../guard.server.ts';

import type { Route } from './+types/disciplines-page.ts';
import { DisciplineForm, usageLabel } from './discipline-form.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'owner');
  const { backend } = context.get(siteContext);
  const [disciplines, usage] = await Promise.all([readDisciplines(backend), backend.rpc('discipline_usage')]);
  for (const { error } of [disciplines, usage]) if (error) throw error;
  return {
    disciplines: disciplines.data ?? [],
    usage: usage.data ?? {},
  };
}

export const meta = dashboardMeta(() => t('dashboard.settings.disciplines_page_title'));

export default function DisciplineSettings({ loaderData }: Route.ComponentProps) {
  const { disciplines, usage } = loaderData;
  const { revalidate } = useRevalidator();
  const move = async (from: number, to: number) => {
    const slugs = disciplines.map(({ slug }) => slug);
    slugs.splice(to, 0, ...slugs.splice(from, 1));
    const client = await backend();
    const { error } = await client.rpc('order_disciplines', { slugs });
    if (error) reportFailure(error);
    void revalidate();
  };
  return (
    <EditListPage
      title={t('dashboard.settings.disciplines_heading')}
      lead={t('dashboard.settings.what_you_teach_classes_shows_and')}
      items={disciplines}
      idOf={({ slug }) => slug}
      nameOf={({ name }) => name}
      label={({ slug }) => <DisciplineMark discipline={slug} />}
      about={({ slug, description }) => (
        <>
          {description && <span className="dash-quiet">{description}</span>}
          <span className="dash-quiet">{usageLabel(usage[slug])}</span>
        </>
      )}
      before={(row, index) => (
        <>
          <MoveButton row={row} direction="up" isOff={index === 0} onMove={() => move(index, index - 1)} />
          <MoveButton
            row={row}
            direction="down"
            isOff={index === disciplines.length - 1}
            onMove={() => move(index, index + 1)}
          />
        </>
      )}
      form={(row, done) => (
        <DisciplineForm row={row} usage={usage[row.slug]} others={disciplines} onDone={done} />
      )}
      addTitle={t('dashboard.settings.add_a_discipline')}
      addForm={(done) => (
        <DisciplineForm key={disciplines.length} row={null} others={disciplines} onDone={done} />
      )}
    />
  );
}

interface MoveButtonProps {
  row: DisciplineRow;
  direction: 'up' | 'down';
  isOff: boolean;
  onMove(): Promise<void>;
}

function MoveButton({ row, direction, isOff, onMove }: MoveButtonProps) {
  return (
    <LinkButton
      disabled={isOff}
      aria-label={t('dashboard.settings.move_discipline', { name: row.name, direction })}
      onClick={() => void onMove()}
    >
      {direction === 'up' ? t('dashboard.common.up') : t('dashboard.common.down')}
    </LinkButton>
  );
}
