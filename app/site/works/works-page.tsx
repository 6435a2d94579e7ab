import { useLoaderData } from 'react-router';
import { PageHead } from '#app/features/page-head/page-head.tsx';
import { localDay } from '#app/language/format-time.ts';
import { siteMeta } from '#app/site/document/site-meta.ts';
import { siteContext } from '#app/site-context.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/works-page.ts';
import { hangWork, WALL_SELECT } from './hang-works.ts';
import { WorkWall } from './work-wall.tsx';

const MAX_WORKS = 200;

export async function loader({ context }: Route.LoaderArgs) {
  const { backend, now, settings } = context.get(siteContext);
  const [studio, works] = await Promise.all([
    backend.from('studio').select('zone').single(),
    backend.from('works').select(WALL_SELECT).order('published_at', { ascending: false }).limit(MAX_WORKS),
  ]);
  if (!studio.data) throw studio.error;
  if (works.error) throw works.error;
  return {
    thisYear: Number(localDay(now, studio.data.zone).slice(0, 4)),
    works: works.data.map((work) => hangWork(work, settings.storageUrl)),
  };
}

export const meta = siteMeta(({ studio }) => ({
  title: 'works',
  description: `What people made at ${studio.name}: sound, movement, image, word and things, with everybody who took part.`,
  path: '/works',
}));

export default function WorksPage() {
  const { thisYear, works } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <PageHead title="Made here">
        <p className="lead">
          By people who came for a class and stayed for the thing. What is new stands wide, what is older
          narrower.
        </p>
      </PageHead>
      <div className="wrap">
        {works.length > 0 ? (
          <WorkWall works={works} thisYear={thisYear} />
        ) : (
          <EmptyState
            level={2}
            title="The wall is free. The first work is being made right now."
            action={<Link to="/classes">See in which class</Link>}
          />
        )}
      </div>
    </main>
  );
}
