// A checklist of what an offering needs before people can book it. Hidden once it is complete.
import { t } from '#app/language/messages.ts';
import { Link } from '#app/ui/link.tsx';
import type { OfferingState, WholeOffering } from './offering.ts';

interface NextStepsProps {
  offering: WholeOffering;
  state: OfferingState;
  dates: number;
}

export function NextSteps({ offering, state, dates }: NextStepsProps) {
  const steps = [
    { label: t('dashboard.programme.add_a_summary'), at: '#about', isDone: offering.summary.trim() !== '' },
    { label: t('dashboard.programme.add_a_picture'), at: '#picture', isDone: offering.media_id !== null },
    { label: t('dashboard.programme.add_sessions'), at: '#sessions', isDone: dates > 0 },
    { label: t('dashboard.programme.publish_verb'), at: '#save', isDone: state === 'published' },
  ];
  if (state === 'archived' || steps.every(({ isDone }) => isDone)) return null;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <nav className="next-steps" aria-label={t('dashboard.programme.before_people_can_book')}>
      <ol>
        {steps.map((step) => (
          <li key={step.at} data-done={step.isDone || undefined} data-next={step === next || undefined}>
            <Link to={step.at}>{step.label}</Link>
            <span className="sr-only">
              {' '}
              {step.isDone ? t('dashboard.programme.step_done') : t('dashboard.programme.step_to_do')}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
