// Notes which show is on air, for webhooks. The database knows which one it announced last, so that a restart or another
// process that becomes the station announces nothing twice.
import type { NowPlaying } from '#contracts/radio.ts';
import type { Radio } from '#radio/create-radio.ts';
import type { DatabaseStationLog } from '../database-station-log.ts';

export function followShows(options: {
  radio: Pick<Radio, 'subscribe'>;
  stationLog: Pick<DatabaseStationLog, 'write'>;
  isStation: () => boolean;
}): void {
  const { radio, stationLog, isStation } = options;
  let noted: string | undefined;
  radio.subscribe(({ show }: NowPlaying) => {
    if (!isStation()) {
      noted = undefined;
      return;
    }
    const key = show ? `${show.id} ${show.startsAt} ${show.endsAt}` : '';
    if (key === noted) return;
    noted = key;
    stationLog.write(
      (to) =>
        to`select private.announce_show(${show?.id ?? null}, ${show?.startsAt ?? null}, ${show?.endsAt ?? null})`,
    );
  });
}
