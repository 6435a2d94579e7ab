import { NearList } from '#app/features/programme/near-list.tsx';
import type { UpcomingSession } from '#app/features/programme/upcoming-session.ts';
import { t } from '#app/language/messages.ts';
import { PageSection } from '#app/site/layout/page-section.tsx';
import { useRootData } from '#app/site/layout/use-root-data.ts';

interface NearSectionProps {
  id: string;
  title: string;
  sessions: UpcomingSession[];
  now: Date;
  /** Shown when there are no sessions; without it the section is not there. */
  whenEmpty?: string;
}

/** The next sessions, as a section that links to the timetable. */
export function NearSection({ id, title, sessions, now, whenEmpty }: NearSectionProps) {
  const { studio } = useRootData();
  if (sessions.length === 0 && !whenEmpty) return null;
  return (
    <PageSection isWide id={id} title={title} link={['/timetable', t('site.common.whole_timetable')]}>
      {sessions.length > 0 ? (
        <NearList sessions={sessions} now={now} zone={studio.zone} />
      ) : (
        <p className="lead">{whenEmpty}</p>
      )}
    </PageSection>
  );
}
