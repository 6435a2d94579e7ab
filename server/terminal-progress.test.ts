import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTerminalProgress } from './terminal-progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('createTerminalProgress', () => {
  it('gives a sign of life while a step takes long, and says how long it took', () => {
    const lines: string[] = [];
    const progress = createTerminalProgress((text) => void lines.push(text));
    progress.step('Creating the database');
    vi.advanceTimersByTime(11_000);
    progress.done();
    vi.advanceTimersByTime(60_000);
    expect(lines).toEqual([
      '  Creating the database\n',
      '    still running (5.0 s)\n',
      '    still running (10.0 s)\n',
      '    done in 11.0 s\n',
    ]);
  });

  it('says nothing more about a quick step, and ends a step when the next begins', () => {
    const lines: string[] = [];
    const progress = createTerminalProgress((text) => void lines.push(text));
    progress.step('One');
    progress.step('Two');
    progress.done();
    progress.done();
    vi.advanceTimersByTime(60_000);
    expect(lines).toEqual(['  One\n', '  Two\n']);
  });
});
