// The first steps on top of Today: what is done is thin, the next one is wide on green, the rest narrow with distance.
import { clsx } from 'clsx';
import type { CSSProperties } from 'react';
import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { dataOf } from '#app/backend/data-of.ts';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { reportFailure } from '../forms/report-failure.ts';
import { useBusy } from '../forms/use-busy.ts';
import type { FirstStep } from './first-steps.ts';

const WIDEST = 122;
const NARROWEST = 84;
const DONE = 74;
const NARROWER = 12;

export function FirstStepsList({ steps }: { steps: readonly FirstStep[] }) {
  const { revalidate } = useRevalidator();
  const [isBusy, run] = useBusy();
  const nextAt = steps.findIndex(({ isDone }) => !isDone);
  if (nextAt < 0) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  const dismiss = () =>
    run(async () => {
      try {
        await saveDismissal();
        await revalidate();
      } catch (reason) {
        reportFailure(reason);
      }
    });
  return (
    <section className="first-steps" data-slot="first-steps" aria-labelledby="first-steps">
      <div className="first-steps-head">
        <h2 id="first-steps">{t('dashboard.today.first_steps')}</h2>
        <span className="dash-quiet">
          {t('dashboard.first_steps.done_of', { done, count: steps.length })}
        </span>
        <Link to="/dashboard/settings/texts">{t('dashboard.first_steps.texts_to_check')}</Link>
        <Button variant="text" size="sm" busy={isBusy} onClick={() => void dismiss()}>
          {t('dashboard.first_steps.dismiss')}
        </Button>
      </div>
      <ol>
        {steps.map((step, index) => (
          <Step key={step.name} step={step} index={index} nextAt={nextAt} />
        ))}
      </ol>
    </section>
  );
}

function Step({ step, index, nextAt }: { step: FirstStep; index: number; nextAt: number }) {
  const isNext = index === nextAt;
  const width = step.isDone ? DONE : Math.max(NARROWEST, WIDEST - NARROWER * Math.max(0, index - nextAt - 1));
  return (
    <li
      className={clsx('first-step', isNext && 'on-green')}
      data-done={step.isDone || undefined}
      data-next={isNext || undefined}
      style={{ '--step-width': `${width}%` } as CSSProperties}
    >
      <span className="first-step-number" aria-hidden={step.isDone || undefined}>
        {step.isDone ? '' : index + 1}
      </span>
      <h3>
        {step.title}
        {step.isDone && <span className="sr-only">: {t('dashboard.today.done')}</span>}
      </h3>
      <p className="first-step-fact">{step.fact}</p>
      <p className="first-step-reason">{step.reason}</p>
      {isNext ? (
        <Button asChild variant="secondary" size="sm">
          <Link to={step.to}>{step.action}</Link>
        </Button>
      ) : (
        <Link to={step.to}>{step.action}</Link>
      )}
    </li>
  );
}

async function saveDismissal(): Promise<void> {
  const client = await backend();
  await dataOf(
    client
      .from('studio')
      .update({ steps_dismissed_at: new Date().toISOString() })
      .eq('id', true)
      .select('name')
      .single(),
  );
}
