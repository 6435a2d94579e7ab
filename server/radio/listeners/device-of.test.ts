import { expect, it } from 'vitest';
import { deviceOf } from './device-of.ts';

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0', 'browser', 'Firefox'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'browser',
    'Chrome',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'browser',
    'Edge',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36',
    'browser',
    'Samsung Internet',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'browser',
    'Safari',
  ],
  ['AppleCoreMedia/1.0.0.22F76 (iPhone; U; CPU OS 18_5 like Mac OS X; pt_pt)', 'app', 'AppleCoreMedia'],
  ['AppleCoreMedia/1.0.0.22L572 (Apple TV; U; CPU OS 18_5 like Mac OS X; en_us)', 'hardware', 'Apple TV'],
  ['VLC/3.0.21 LibVLC/3.0.21', 'app', 'VLC'],
  ['Lavf/61.7.100', 'app', 'FFmpeg'],
  ['TuneIn Radio/1.0 ExoPlayerLib/2.19.1', 'app', 'TuneIn'],
  ['Linux UPnP/1.0 Sonos/83.1-61240 (ZPS27)', 'hardware', 'Sonos'],
  [
    'Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/112.0.0.0 Safari/537.36 CrKey/1.56.500000',
    'hardware',
    'Google Cast',
  ],
  [
    'Mozilla/5.0 (SMART-TV; LINUX; Tizen 7.0) AppleWebKit/537.36 (KHTML, like Gecko) 94.0.4606.31/7.0 TV Safari/537.36',
    'hardware',
    'Smart TV',
  ],
  ['Mozilla/5.0 (something new)', 'browser', ''],
  ['a program nobody knows', 'other', ''],
  ['', 'other', ''],
])('%s', (userAgent, kind, name) => {
  expect(deviceOf(userAgent)).toEqual({ kind, name });
});
