// The audio of the online dates of a booking: of today's, or of the next one.

import { ClassAudio } from '#app/features/class-audio/class-audio.tsx';
import { pickAudioDate } from '#app/features/class-audio/pick-audio-date.ts';
import { dateAndTime } from '#app/features/programme/date-label.ts';
import { t } from '#app/language/messages.ts';
import { radioPlayer } from '#app/shell/radio-player/player-store.ts';
import { useRadioPlayer } from '#app/shell/radio-player/use-radio-player.ts';
import type { OrderView } from '#contracts/booking.ts';

export function OrderAudio({ order, now }: { order: OrderView; now: Date }) {
  const isRadioPlaying = useRadioPlayer(({ playing }) => playing);
  const seated = new Set(
    order.bookings.filter(({ state }) => state === 'seated').map((place) => place.pool_id),
  );
  const online = order.dates.filter(
    ({ is_online, status, pool_id }) => is_online && status === 'planned' && seated.has(pool_id),
  );
  const date = pickAudioDate(online, ({ starts_at, ends_at }) => [starts_at, ends_at], now);
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
