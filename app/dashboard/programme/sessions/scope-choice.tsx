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
      <RadioOption value="this" label="This session only" />
      <RadioOption value="following" label="This and all later sessions" />
      <RadioOption value="all" label="All upcoming sessions" />
    </RadioGroup>
  );
}
