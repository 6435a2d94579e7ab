import { useLoaderData } from 'react-router';
import { studioZone } from '#app/backend/studio-zone.ts';
import { localDay } from '#app/language/format-time.ts';
import { localized } from '#app/language/in-language.ts';
import { t } from '#app/language/messages.ts';
import { studioMeta } from '#app/site/document/site-meta.ts';
import { ListByDiscipline } from '#app/site/layout/list-by-discipline.tsx';
import { TitledPage } from '#app/site/layout/titled-page.tsx';
import { siteContext } from '#app/site-context.ts';
import type { Route } from './+types/works-page.ts';
import { hangWork, WALL_SELECT } from './hang-works.ts';
import { WorkFigure } from './work-figure.tsx';
import { WorkWall } from './work-wall.tsx';

const MAX_WORKS = 200;

export async function loader({ context }: Route.LoaderArgs) {
  const { backend, now, settings } = context.get(siteContext);
  const [zone, works] = await Promise.all([
    studioZone(backend),
    backend.from('works').select(WALL_SELECT).order('published_at', { ascending: false }).limit(MAX_WORKS),
  ]);
  if (works.error) throw works.error;
  return {
    thisYear: Number(localDay(now, zone).slice(0, 4)),
    works: localized(works.data).map((work) => hangWork(work, settings.storageUrl)),
  };
}

export const meta = studioMeta('/works', (name) => [
  t('site.works.page_title'),
  t('site.works.what_people_made_at_name_sound', { name }),
]);

export default function WorksPage() {
  const { thisYear, works } = useLoaderData<typeof loader>();
  return (
    <TitledPage title={t('site.common.made_here')} lead={t('site.works.by_people_who_came_for_a')}>
      <ListByDiscipline
        items={works}
        label={t('site.works.filter_by_discipline')}
        all={t('site.common.all_works')}
        to="/works"
        empty={[t('site.works.the_wall_is_free_the_first'), '/classes', t('site.works.see_in_which_class')]}
      >
        {(shown) => <WorkWall figure={WorkFigure} works={shown} thisYear={thisYear} />}
      </ListByDiscipline>
    </TitledPage>
  );
}
