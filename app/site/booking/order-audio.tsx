// The audio of the online dates of a booking: of today's, or of the next one.

import { ClassAudio } from '#app/features/class-audio/class-audio.tsx';
import { dateAndTime } from '#app/features/programme/date-label.ts';
import { t } from '#app/language/messages.ts';
import { radioPlayer } from '#app/shell/radio-player/player-store.ts';
import { useRadioPlayer } from '#app/shell/radio-player/use-radio-player.ts';
import type { OrderView } from '#contracts/booking.ts';

const AFTER_MS = 15 * 60_000;

export function OrderAudio({ order, now }: { order: OrderView; now: Date }) {
  const isRadioPlaying = useRadioPlayer(({ playing }) => playing);
  const seated = new Set(
    order.bookings.filter(({ state }) => state === 'seated').map((place) => place.pool_id),
  );
  const date = order.dates.find(
    ({ is_online, status, pool_id, ends_at }) =>
      is_online &&
      status === 'planned' &&
      seated.has(pool_id) &&
      Date.parse(ends_at) + AFTER_MS > now.getTime(),
  );
  if (!date) return null;
  return (
    <section className="booked-part no-print" aria-labelledby="booked-audio">
      <h2 id="booked-audio" className="booking-list-head">
        {t('shared.booking.class_audio')}
      </h2>
      <p>{dateAndTime(new Date(date.starts_at), now, date.zone, new Date(date.ends_at))}</p>
      <ClassAudio
        key={date.id}
        sessionId={date.id}
        zone={date.zone}
        orderToken={order.order_token}
        isOtherPlaying={isRadioPlaying}
        onPlay={radioPlayer.pause}
      />
    </section>
  );
}
