import { t } from '#app/language/messages.ts';
import { RadioGroup, RadioOption } from '#app/ui/radio-group.tsx';
import type { Scope } from '../programme-api.ts';

interface ScopeChoiceProps {
  scope: Scope;
  /** "Cancel", "Apply to" */
  legend: string;
  onChange(scope: Scope): void;
}

/** Chooses which sessions of a series a change applies to. */
export function ScopeChoice({ scope, legend, onChange }: ScopeChoiceProps) {
  return (
    <RadioGroup legend={legend} value={scope} onValueChange={(value) => onChange(value as Scope)}>
      <RadioOption value="this" label={t('dashboard.programme.this_session_only')} />
      <RadioOption value="following" label={t('dashboard.programme.this_and_all_later_sessions')} />
      <RadioOption value="all" label={t('dashboard.programme.all_upcoming_sessions')} />
    </RadioGroup>
  );
}
