import { expect, test } from 'vitest';
import { encode, tone } from '../testing/sounds.ts';
import { createLiveSound } from './live-sound.ts';

test('a source whose buffer runs empty gets a larger one [RADIO-20]', async () => {
  const frames = (await encode(tone(3))).slice(2);
  let timesEmpty = 0;
  const sound = createLiveSound({
    isMp3: true,
    pcm: null,
    onFailed: (message) => expect.fail(message),
    onSilence: () => undefined,
    onEmpty: () => timesEmpty++,
  });
  try {
    const send = (count: number) => sound.push(Buffer.concat(frames.splice(0, count)));
    const drain = () => {
      while (sound.take(4).length > 0);
    };
    expect(sound.take(4)).toEqual([]);
    expect(timesEmpty).toBe(0);
    send(18);
    expect(sound.isReady).toBe(true);
    drain();
    expect(timesEmpty).toBe(1);
    expect(sound.take(4)).toEqual([]);
    expect(timesEmpty).toBe(1);
    send(18);
    expect(sound.isReady).toBe(false);
    send(18);
    expect(sound.isReady).toBe(true);
  } finally {
    sound.close();
  }
});
