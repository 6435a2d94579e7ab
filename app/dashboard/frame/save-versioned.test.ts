import { afterEach, describe, expect, it, vi } from 'vitest';
import { acceptConfirm, cancelConfirm, getConfirm } from '#app/ui/confirm/confirm-store.ts';
import { saveVersioned } from './save-versioned.ts';

/** A row with a version, as the database would treat it. */
function row(version: string) {
  const kept = { version, words: 'theirs' };
  const write = async (expected: string | null) => {
    if (expected !== null && expected !== kept.version) return { data: [], error: null };
    kept.words = 'mine';
    return { data: [{}], error: null };
  };
  return { kept, write };
}

afterEach(() => {
  for (let asked = getConfirm(); asked; asked = getConfirm()) cancelConfirm(asked.id);
});

describe('keeping what others may have changed', () => {
  it('writes without a question while nobody else did', async () => {
    const { kept, write } = row('1');
    await expect(saveVersioned({ version: '1', write })).resolves.toBe(true);
    expect(kept.words).toBe('mine');
    expect(getConfirm()).toBeNull();
  });

  it('leaves the words of somebody else standing unless told otherwise', async () => {
    const { kept, write } = row('2');
    const saving = saveVersioned({ version: '1', write });
    await vi.waitFor(() => expect(getConfirm()).not.toBeNull());
    cancelConfirm(getConfirm()?.id ?? 0);
    await expect(saving).resolves.toBe(false);
    expect(kept.words).toBe('theirs');
  });

  it('replaces them when told so', async () => {
    const { kept, write } = row('2');
    const saving = saveVersioned({ version: '1', write });
    await vi.waitFor(() => expect(getConfirm()).not.toBeNull());
    await acceptConfirm(getConfirm()?.id ?? 0);
    await expect(saving).resolves.toBe(true);
    expect(kept.words).toBe('mine');
  });

  it('hands on what the database refuses', async () => {
    const write = async () => ({ data: null, error: new Error('No.') });
    await expect(saveVersioned({ version: '1', write })).rejects.toThrow('No.');
  });
});
