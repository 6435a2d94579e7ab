// One guest: their level, whether they are on air, and how far away they are.

import { useId, useState } from 'react';
import { RowAction } from '#app/dashboard/forms/row-action.tsx';
import { VoiceMeter } from '#app/features/radio-guests/voice-meter.tsx';
import { questionText, t } from '#app/language/messages.ts';
import { formatNumber } from '#app/language/number.ts';
import { Button } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import type { GuestLine, LineGuest } from './guest-line.ts';

const MAX_PERCENT = 200;

interface GuestRowProps {
  guest: LineGuest;
  line: GuestLine;
  /** The show is. */
  isOnAir: boolean;
}

export function GuestRow({ guest, line, isOnAir }: GuestRowProps) {
  const { seat, name, isMuted, isConnected, roundTripMs } = guest;
  const [percent, setPercent] = useState(100);
  const volumeId = useId();
  const remove = () =>
    confirm({
      ...questionText('dashboard.guests.remove_guest', { name }),
      type: 'destructive',
      onConfirm: async () => line.remove(seat),
    });
  const state = !isConnected
    ? t('dashboard.guests.guest_reconnecting')
    : isMuted
      ? t('dashboard.guests.muted')
      : isOnAir
        ? t('dashboard.guests.on_air')
        : t('dashboard.guests.ready');
  const roundTrip = roundTripMs === null ? '' : formatNumber(Math.round(roundTripMs));
  return (
    <li data-slot="radio-guest" data-state={!isConnected ? 'away' : isMuted ? 'muted' : 'open'}>
      <p className="guest-name">
        <b>{name}</b>
        <span className="guest-state">{state}</span>
        <span className="guest-delay">
          {roundTrip && t('dashboard.guests.round_trip_ms', { ms: roundTrip })}
        </span>
      </p>
      <VoiceMeter label={t('dashboard.guests.level_of', { name })} read={guest.readPeak} />
      <label className="guest-volume" htmlFor={volumeId}>
        <span>{t('dashboard.guests.volume')}</span>
        <input
          id={volumeId}
          type="range"
          min="0"
          max={MAX_PERCENT}
          step="5"
          value={percent}
          aria-label={t('dashboard.guests.volume_of', { name })}
          aria-valuetext={t('dashboard.guests.percent', { percent })}
          onChange={({ currentTarget }) => {
            setPercent(currentTarget.valueAsNumber);
            line.setLevel(seat, currentTarget.valueAsNumber / 100);
          }}
        />
        <output>{t('dashboard.guests.percent', { percent })}</output>
      </label>
      <div className="live-actions">
        <Button
          variant={isMuted ? 'secondary' : 'tertiary'}
          size="sm"
          aria-label={
            isMuted
              ? t('dashboard.guests.put_name_on_air', { name })
              : t('dashboard.guests.mute_name', { name })
          }
          onClick={() => line.setMuted(seat, !isMuted)}
        >
          {isMuted ? t('dashboard.guests.put_on_air') : t('dashboard.guests.mute')}
        </Button>
        <RowAction
          label={t('dashboard.guests.remove')}
          name={t('dashboard.guests.remove_name', { name })}
          onClick={remove}
        />
      </div>
    </li>
  );
}
