// The differences between two versions in one text: deletions struck through, additions underlined.
import { Fact } from '#app/dashboard/layout/fact.tsx';
import { t } from '#app/language/messages.ts';
import type { ContentFields } from '#contracts/draft.ts';
import { diffSequences, type Run } from './diff-words.ts';
import { textOfContent } from './text-of-content.ts';

export function Changes({ before, after }: { before: ContentFields; after: ContentFields }) {
  const was = textOfContent(before);
  const changed = textOfContent(after)
    .map(({ field, label, words }) => ({
      field,
      label,
      runs: diffSequences(was.find((other) => other.field === field)?.words ?? [], words),
    }))
    .filter(({ runs }) => runs.some(({ state }) => state !== 'same'));
  if (changed.length === 0)
    return <p className="dash-quiet">{t('dashboard.content.no_differences_in_the_text')}</p>;
  return (
    <dl className="changes">
      {changed.map(({ field, label, runs }) => (
        <Fact key={field} name={label}>
          {runs.map((run, index) => (
            <RunOf key={`${index.toString()} ${run.state}`} run={run} />
          ))}
        </Fact>
      ))}
    </dl>
  );
}

const AROUND = 12;

function RunOf({ run }: { run: Run }) {
  const { state, words } = run;
  if (state === 'gone') return <del>{joined(words)} </del>;
  if (state === 'new') return <ins>{joined(words)} </ins>;
  // Of unchanged text, only show some words around each change.
  if (words.length <= AROUND * 3) return `${joined(words)} `;
  return `${joined(words.slice(0, AROUND))} … ${joined(words.slice(-AROUND))} `;
}

function joined(words: string[]): string {
  return words.join(' ').replace(/ ?\n ?/g, '\n');
}
