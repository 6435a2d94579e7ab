// What is missing in the account of who reads this, in one line that opens to the whole list.
import { rich, t } from '#app/language/messages.ts';
import { Link } from '#app/ui/link.tsx';
import type { AccountStep } from './first-steps.ts';

export function FirstStepsFold({ steps }: { steps: readonly AccountStep[] }) {
  const [next] = steps;
  if (!next) return null;
  return (
    <section aria-label={t('dashboard.today.your_account')}>
      <details className="steps-fold">
        <summary>
          <span>
            {rich('dashboard.today.account_next', { next: next.title, b: (text) => <b>{text}</b> })}
          </span>
          <span className="steps-fold-toggle" aria-hidden="true">
            <span>{t('dashboard.today.show_all')}</span>
            <span>{t('dashboard.today.hide')}</span>
          </span>
        </summary>
        <ol>
          {steps.map((step) => (
            <li key={step.title}>
              <span>
                <b>{step.title}</b>
                <span className="dash-quiet">{step.reason}</span>
              </span>
              <Link to={step.to}>{step.action}</Link>
            </li>
          ))}
        </ol>
      </details>
    </section>
  );
}
