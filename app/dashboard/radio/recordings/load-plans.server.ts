// What is planned: prerecorded slots with the recording of each date, and one-off shows that play a recording.
import { localDay, localMinutes } from '#app/language/format-time.ts';
import type { StudioClient } from '#contracts/studio-client.ts';
import { comingAirings } from './coming-airings.ts';

const DAYS = 15;

export interface ComingSlot {
  slotId: string;
  date: string;
  time: string;
  durationMin: number;
  showId: string;
  show: string;
  episode: { id: string; title: string } | null;
}

export interface OneOffPlan {
  id: string;
  episodeId: string;
  date: string;
  time: string;
}

/** `showIds`: only these shows; null for all. */
export async function loadPlans(
  client: StudioClient,
  { showIds, now }: { showIds: string[] | null; now: Date },
): Promise<{ slots: ComingSlot[]; oneOffs: OneOffPlan[] }> {
  const { data: studio, error: failed } = await client.from('studio').select('zone').single();
  if (failed) throw failed;
  const { zone } = studio;
  const prerecorded = client
    .from('slots')
    .select('id,show_id,weekday,local_time,duration_min,show:shows(title)')
    .eq('content', 'prerecorded');
  const today = localDay(now, zone);
  const [slots, planned, oneOffs] = await Promise.all([
    showIds === null ? prerecorded : prerecorded.in('show_id', showIds),
    client
      .from('radio_planned_episodes')
      .select('slot_id,local_date,episode:radio_episodes(id,title)')
      .gte('local_date', today),
    client
      .from('radio_one_offs')
      .select('id,episode_id,local_date,local_time')
      .not('episode_id', 'is', null)
      .gte('starts_at', now.toISOString())
      .order('starts_at'),
  ]);
  for (const { error } of [slots, planned, oneOffs]) if (error) throw error;
  const minute = localMinutes(now, zone);
  const airings = comingAirings(slots.data ?? [], { today, minute, days: DAYS });
  return {
    slots: airings.map(({ slot, date }) => ({
      slotId: slot.id,
      date,
      time: slot.local_time.slice(0, 5),
      durationMin: slot.duration_min,
      showId: slot.show_id,
      show: slot.show.title,
      episode:
        planned.data?.find((one) => one.slot_id === slot.id && one.local_date === date)?.episode ?? null,
    })),
    oneOffs: (oneOffs.data ?? []).flatMap((one) =>
      one.episode_id === null
        ? []
        : [{ id: one.id, episodeId: one.episode_id, date: one.local_date, time: one.local_time.slice(0, 5) }],
    ),
  };
}
