import type { Radio } from '#radio/create-radio.ts';
import { createIcecastPush, type IcecastPush } from '#radio/mount/icecast-push.ts';
import type { Logger } from '../logger.ts';

/** The station's frames and titles, on their way to an Icecast server. */
export function startPush(radio: Radio, url: string, log: Logger): IcecastPush {
  const push = createIcecastPush({
    url,
    station: radio.station,
    log: (message) => log.info({ reason: message }, 'icecast push'),
  });
  let titled = '';
  const stopFrames = radio.onFrames((frames, air) => {
    push.send(frames);
    if (air.id === titled) return;
    titled = air.id;
    push.title(air);
  });
  return {
    ...push,
    get isConnected() {
      return push.isConnected;
    },
    close() {
      stopFrames();
      push.close();
    },
  };
}
