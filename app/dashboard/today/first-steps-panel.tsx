// Checklist for a new owner, from an empty studio to the first booking. Hidden once everything is done.
import { t } from '#app/language/messages.ts';
import { Link } from '#app/ui/link.tsx';
import { Panel } from '../layout/page.tsx';
import { useStudio } from '../use-studio.ts';
import { firstSteps } from './first-steps.ts';
import type { FirstSteps } from './load-first-steps.server.ts';

export function FirstStepsPanel({ found }: { found: FirstSteps }) {
  const { studio } = useStudio();
  const steps = firstSteps(found, studio);
  const next = steps.find(({ isDone }) => !isDone);
  if (!next) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Panel
      title={t('dashboard.today.first_steps')}
      aside={<span>{t('dashboard.today.steps_done', { done, count: steps.length })}</span>}
    >
      <ol className="dash-list">
        {steps.map((step) => (
          <li key={step.title} data-current={step === next || undefined}>
            <span>
              <b>{step.title}</b>
              {!step.isDone && <span className="dash-quiet">{step.reason}</span>}
            </span>
            {step.isDone ? (
              <span className="dash-quiet">{t('dashboard.today.done')}</span>
            ) : (
              <Link to={step.to}>{step.action}</Link>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
