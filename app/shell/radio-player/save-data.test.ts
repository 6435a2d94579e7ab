import { expect, test, vi } from 'vitest';
import type { NowPlaying } from '#contracts/radio.ts';
import { radioPlayer } from './player-store.ts';
import { startSaveData } from './save-data.ts';

test('the radio joins Opus with 96 kbit/s once the station says that it offers it, and MP3 when that fails', () => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { onLine: true, connection: { effectiveType: '4g' } });
  vi.stubGlobal('MediaError', { MEDIA_ERR_NETWORK: 2 });
  vi.stubGlobal('addEventListener', () => undefined);
  const audio = Object.assign(new EventTarget(), {
    src: '',
    volume: 1,
    play: async () => undefined,
    canPlayType: () => 'probably',
  }) as unknown as HTMLAudioElement;
  radioPlayer.attach(audio, 'http://studio.test/radio/live.mp3');
  startSaveData();
  radioPlayer.play();
  expect(audio.src).toMatch(/live\.mp3$/);
  const says = (streams: Partial<NowPlaying['streams']>) =>
    radioPlayer.setAir({ streams } as unknown as NowPlaying);
  says({ mp3: '/radio/live.mp3' });
  expect(audio.src).toMatch(/live\.mp3$/);
  says({ opus96: '/radio/live.opus96' });
  expect(audio.src).toMatch(/live\.opus96$/);

  audio.dispatchEvent(new Event('error'));
  vi.advanceTimersByTime(10_000);
  expect(audio.src).toMatch(/live\.mp3$/);
  says({ opus96: '/radio/live.opus96' });
  expect(audio.src, 'not again so soon').toMatch(/live\.mp3$/);

  vi.advanceTimersByTime(6 * 60_000);
  says({ opus96: '/radio/live.opus96' });
  expect(audio.src, 'nobody is interrupted').toMatch(/live\.mp3$/);
  radioPlayer.play();
  expect(audio.src).toMatch(/live\.opus96$/);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
