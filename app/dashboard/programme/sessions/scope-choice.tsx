import { RadioGroup, RadioOption } from '#app/ui/radio-group.tsx';
import type { Scope } from '../programme-api.ts';

interface ScopeChoiceProps {
  scope: Scope;
  /** What it is asked about: "Move", "Cancel". */
  legend: string;
  onChange(scope: Scope): void;
}

/** Which dates of a series are meant. A single date has nothing to choose. */
export function ScopeChoice({ scope, legend, onChange }: ScopeChoiceProps) {
  return (
    <RadioGroup legend={legend} value={scope} onValueChange={(value) => onChange(value as Scope)}>
      <RadioOption value="this" label="This date only" />
      <RadioOption value="following" label="This and all later ones" />
      <RadioOption value="all" label="All that are to come" />
    </RadioGroup>
  );
}
