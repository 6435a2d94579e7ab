import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '#app/testing/show.tsx';
import { CastButton } from './cast-button.tsx';

const button = page.getByRole('button', { name: 'Play on another device' });
const isMissing = () => expect.element(button).not.toBeInTheDocument();

it('Cast is offered while the browser finds a device, and opens its dialog', async () => {
  const audio = new Audio();
  const prompt = vi.fn(async () => {});
  let tell: (isThere: boolean) => void = () => {};
  const remote = {
    // Browsers tell a new listener what is known.
    watchAvailability(listener: typeof tell) {
      tell = listener;
      queueMicrotask(() => listener(false));
      return Promise.resolve(1);
    },
    cancelWatchAvailability: () => Promise.resolve(),
    prompt,
  };
  Object.defineProperty(audio, 'remote', { value: remote });
  await show(<CastButton audio={audio} />);
  await isMissing();
  tell(true);
  await button.click();
  expect(prompt).toHaveBeenCalledOnce();
  tell(false);
  await isMissing();
});

it('AirPlay is offered where Safari has found a device', async () => {
  const audio = Object.assign(new Audio(), { webkitShowPlaybackTargetPicker: vi.fn() });
  const tell = (availability: string) =>
    audio.dispatchEvent(
      Object.assign(new Event('webkitplaybacktargetavailabilitychanged'), { availability }),
    );
  await show(<CastButton audio={audio} />);
  tell('not-available');
  await isMissing();
  tell('available');
  await button.click();
  expect(audio.webkitShowPlaybackTargetPicker).toHaveBeenCalledOnce();
});
