// The first steps in one line: how many are done and what is next. Opens to the whole list; hidden once all are done.
import { rich, t } from '#app/language/messages.ts';
import { Link } from '#app/ui/link.tsx';
import { Seats } from '#app/ui/seats.tsx';
import type { FirstStep } from './first-steps.ts';

export function FirstStepsFold({ steps }: { steps: readonly FirstStep[] }) {
  const next = steps.find(({ isDone }) => !isDone);
  if (!next) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section aria-label={t('dashboard.today.first_steps')}>
      <details className="steps-fold">
        <summary>
          {steps.length > 1 && <Seats capacity={steps.length} taken={done} />}
          <span>
            {rich('dashboard.today.steps_done_next', {
              done,
              count: steps.length,
              next: next.title,
              b: (text) => <b>{text}</b>,
            })}
          </span>
          <span className="steps-fold-toggle" aria-hidden="true">
            <span>{t('dashboard.today.show_all')}</span>
            <span>{t('dashboard.today.hide')}</span>
          </span>
        </summary>
        <ol>
          {steps.map((step) => (
            <li key={step.title} data-done={step.isDone || undefined}>
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
      </details>
    </section>
  );
}
