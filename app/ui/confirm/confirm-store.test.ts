import { createClient } from '@supabase/supabase-js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dismissToast, getToasts } from '../toast/toast-store.ts';
import { getConfirm, getServerConfirm, subscribeToConfirm } from './confirm-queue.ts';
import { acceptConfirm, cancelConfirm, confirm, describeReason } from './confirm-store.ts';

function currentId(): number {
  const question = getConfirm();
  if (!question) throw new Error('no question is open');
  return question.id;
}

function openToasts() {
  return getToasts().filter((item) => item.isOpen);
}

afterEach(() => {
  for (let question = getConfirm(); question; question = getConfirm()) cancelConfirm(question.id);
  dismissToast();
});

describe('asking', () => {
  it('labels the buttons Confirm and Cancel when nothing else is said', () => {
    confirm({ title: 'Leave?' });
    expect(getConfirm()).toMatchObject({ confirmText: 'Confirm', cancelText: 'Cancel', type: 'default' });
  });

  it('labels a notice Continue and gives it nothing to cancel', () => {
    confirm({ title: 'Saved elsewhere', type: 'notice', cancelText: 'never shown' });
    expect(getConfirm()).toMatchObject({ confirmText: 'Continue', cancelText: null });
  });

  it('takes its own labels and content', () => {
    confirm({
      title: 'Cancel?',
      content: 'Five people.',
      confirmText: 'Cancel class',
      cancelText: 'Keep it',
    });
    expect(getConfirm()).toMatchObject({
      title: 'Cancel?',
      content: 'Five people.',
      confirmText: 'Cancel class',
      cancelText: 'Keep it',
    });
  });

  it('asks nothing while rendering on the server', () => {
    expect(getServerConfirm()).toBeNull();
  });
});

describe('confirming', () => {
  it('runs onConfirm, then closes and resolves to true', async () => {
    const order: string[] = [];
    const answer = confirm({
      title: 'Go?',
      onConfirm: () => void order.push(`ran, open ${getConfirm() !== null}`),
    });
    await acceptConfirm(currentId());
    expect(order).toEqual(['ran, open true']);
    expect(getConfirm()).toBeNull();
    await expect(answer).resolves.toBe(true);
  });

  it('is busy while an async onConfirm runs, and runs it once however often it is pressed', async () => {
    const work = Promise.withResolvers<void>();
    const onConfirm = vi.fn(() => work.promise);
    const answer = confirm({ title: 'Go?', onConfirm });
    const accepted = acceptConfirm(currentId());
    expect(getConfirm()?.isBusy).toBe(true);
    await acceptConfirm(currentId());
    cancelConfirm(currentId());
    expect(onConfirm).toHaveBeenCalledTimes(1);
    expect(getConfirm()).not.toBeNull();
    work.resolve();
    await accepted;
    await expect(answer).resolves.toBe(true);
    expect(getConfirm()).toBeNull();
  });

  it('waits for a database query, which is a thenable but no promise', async () => {
    const response = Promise.withResolvers<Response>();
    const database = createClient('http://127.0.0.1:9', 'key', { global: { fetch: () => response.promise } });
    const query = database.from('sessions').delete().eq('id', 7);
    expect(query).not.toBeInstanceOf(Promise);
    const answer = confirm({ title: 'Delete?', onConfirm: () => query });
    const accepted = acceptConfirm(currentId());
    expect(getConfirm()?.isBusy).toBe(true);
    response.resolve(new Response(null, { status: 204 }));
    await accepted;
    await expect(answer).resolves.toBe(true);
  });

  it('stays open and says why when onConfirm rejects, and can be tried again', async () => {
    const onConfirm = vi
      .fn<() => Promise<void>>()
      .mockRejectedValueOnce(new Error('The till is locked.'))
      .mockResolvedValueOnce();
    const answer = confirm({ title: 'Refund?', onConfirm });
    await acceptConfirm(currentId());
    expect(getConfirm()).toMatchObject({ title: 'Refund?', isBusy: false });
    expect(openToasts()).toMatchObject([{ variant: 'destructive', description: 'The till is locked.' }]);
    await acceptConfirm(currentId());
    await expect(answer).resolves.toBe(true);
  });

  it('treats a throw like a rejection', async () => {
    confirm({
      title: 'Go?',
      onConfirm: () => {
        throw new Error('Not today.');
      },
    });
    await acceptConfirm(currentId());
    expect(getConfirm()).not.toBeNull();
    expect(openToasts()).toMatchObject([{ variant: 'destructive', description: 'Not today.' }]);
  });
});

describe('cancelling', () => {
  it('runs onCancel, closes and resolves to false, and never runs onConfirm', async () => {
    const onConfirm = vi.fn();
    const onCancel = vi.fn();
    const answer = confirm({ title: 'Go?', onConfirm, onCancel });
    cancelConfirm(currentId());
    expect(onCancel).toHaveBeenCalledTimes(1);
    expect(onConfirm).not.toHaveBeenCalled();
    expect(getConfirm()).toBeNull();
    await expect(answer).resolves.toBe(false);
  });

  it('closes even when onCancel fails, and says why', async () => {
    const answer = confirm({
      title: 'Go?',
      onCancel: () => {
        throw new Error('Could not put it back.');
      },
    });
    cancelConfirm(currentId());
    await expect(answer).resolves.toBe(false);
    expect(openToasts()).toMatchObject([{ variant: 'destructive', description: 'Could not put it back.' }]);
  });
});

describe('two questions', () => {
  it('asks the second after the first is answered', async () => {
    const first = confirm({ title: 'first' });
    const second = confirm({ title: 'second' });
    expect(getConfirm()?.title).toBe('first');
    cancelConfirm(currentId());
    expect(getConfirm()?.title).toBe('second');
    await acceptConfirm(currentId());
    await expect(Promise.all([first, second])).resolves.toEqual([false, true]);
  });

  it('ignores an answer to a question that is not the open one', async () => {
    confirm({ title: 'first' });
    const firstId = currentId();
    confirm({ title: 'second' });
    cancelConfirm(firstId);
    cancelConfirm(firstId);
    expect(getConfirm()?.title).toBe('second');
  });

  it('keeps the line moving when an answer asks the next question', async () => {
    const answers: boolean[] = [];
    const first = confirm({
      title: 'first',
      onConfirm: () => {
        void confirm({ title: 'follow-up' }).then((answer) => answers.push(answer));
      },
    });
    await acceptConfirm(currentId());
    await first;
    expect(getConfirm()?.title).toBe('follow-up');
    await acceptConfirm(currentId());
    await vi.waitFor(() => expect(answers).toEqual([true]));
  });

  it('notifies listeners of every change', () => {
    const listener = vi.fn();
    const leave = subscribeToConfirm(listener);
    confirm({ title: 'first' });
    cancelConfirm(currentId());
    expect(listener).toHaveBeenCalledTimes(2);
    leave();
  });
});

describe('the reason of a failure', () => {
  it.each([
    [new Error('No seat left'), 'No seat left'],
    ['No seat left', 'No seat left'],
    [{ message: 'No seat left', code: 'P0001' }, 'No seat left'],
    [{ error: 'invalid_grant', error_description: 'No seat left' }, 'No seat left'],
    [{ msg: 'No seat left' }, 'No seat left'],
    [new TypeError('Failed to fetch'), expect.stringContaining('did not answer')],
    [{ message: 'TypeError: Failed to fetch', code: '' }, expect.stringContaining('did not answer')],
    [{ message: '<html><h1>502 Bad Gateway</h1></html>' }, 'Something went wrong. Please try again.'],
    [undefined, 'Something went wrong. Please try again.'],
    [new Error(''), 'Something went wrong. Please try again.'],
    [42, 'Something went wrong. Please try again.'],
  ])('%o is described as “%s”', (reason, text) => {
    expect(describeReason(reason)).toEqual(text);
  });
});
