// The differences between two texts as runs of words: same, gone, new.

export interface Run {
  state: 'same' | 'gone' | 'new';
  words: string[];
}

/** Longer texts are reported as wholly different, so that the browser does not freeze. */
const MAX_STEPS = 4_000_000;

export function diffSequences(before: readonly string[], after: readonly string[]): Run[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++;
  const runs: Run[] = [];
  add(runs, 'same', before.slice(0, start));
  for (const run of middle(before.slice(start, before.length - end), after.slice(start, after.length - end)))
    add(runs, run.state, run.words);
  add(runs, 'same', before.slice(before.length - end));
  return runs;
}

function middle(before: readonly string[], after: readonly string[]): Run[] {
  if (before.length * after.length > MAX_STEPS)
    return [
      { state: 'gone', words: [...before] },
      { state: 'new', words: [...after] },
    ];
  // The longest common subsequence, computed from the end so that it can be read forwards.
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        before[i] === after[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
  const runs: Run[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const down = i < before.length ? (lengths[(i + 1) * width + j] ?? 0) : -1;
    const right = j < after.length ? (lengths[i * width + j + 1] ?? 0) : -1;
    if (i < before.length && j < after.length && before[i] === after[j]) {
      add(runs, 'same', [before[i] ?? '']);
      i++;
      j++;
    } else if (down >= right) add(runs, 'gone', [before[i++] ?? '']);
    else add(runs, 'new', [after[j++] ?? '']);
  }
  return runs;
}

function add(runs: Run[], state: Run['state'], words: readonly string[]): void {
  if (words.length === 0) return;
  const last = runs.at(-1);
  if (last?.state === state) last.words.push(...words);
  else runs.push({ state, words: [...words] });
}
