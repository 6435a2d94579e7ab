import type { ComponentProps } from 'react';
import { t } from '#app/language/messages.ts';
import { PageSection } from '#app/site/layout/page-section.tsx';
import { WorkWall } from './work-wall.tsx';

type WorksSectionProps = Omit<ComponentProps<typeof WorkWall>, 'level'> & { id: string; title: string };

/** Some works, as a section that links to all of them; nothing without works. */
export function WorksSection({ id, title, ...wall }: WorksSectionProps) {
  if (wall.works.length === 0) return null;
  return (
    <PageSection isWide id={id} title={title} link={['/works', t('site.common.all_works')]}>
      <WorkWall {...wall} level={3} />
    </PageSection>
  );
}
