// What an offering still lacks until people can book it. Gone once it lacks nothing.
import { Panel } from '../../frame/room.tsx';
import type { OfferingState, WholeOffering } from './offering.ts';

interface NextStepsProps {
  offering: WholeOffering;
  state: OfferingState;
  dates: number;
}

export function NextSteps({ offering, state, dates }: NextStepsProps) {
  if (state === 'archived') return null;
  const steps: [string, boolean][] = [
    ['A sentence that says what it is (summary)', offering.summary.trim() !== ''],
    ['Dates', dates > 0],
    ['Published', state === 'published'],
  ];
  const left = steps.filter(([, isDone]) => !isDone);
  if (left.length === 0) return null;
  return (
    <Panel title="Until people can book">
      <ol className="steps-list">
        {steps.map(([words, isDone]) => (
          <li key={words} data-done={isDone || undefined}>
            {words}
            <span className="sr-only">{isDone ? ', done' : ', to do'}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
