// The radio bar: fixed at the foot of every page, outside the routes, so that nothing a visitor does stops the sound.
import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import type { FieldShape } from '#app/features/field/draw-field.ts';
import { MovingField } from '#app/features/field/moving-field.tsx';
import { Link } from '#app/ui/link.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import { radioPlayer } from './player-store.ts';
import { useRadioPlayer } from './use-radio-player.ts';

export interface OnAirShow {
  title: string;
  host: string | null;
  until: string;
  endsAt: string;
  next: { title: string; at: string } | null;
}

const strip: FieldShape = {
  width: 720,
  height: 64,
  pitch: 5.6,
  thin: 0.26,
  thick: 0,
  strength: 0.84,
  waves: 3,
};

export function RadioPlayer({ onAir, streamUrl }: { onAir: OnAirShow | null; streamUrl: string | null }) {
  const audio = useRef<HTMLAudioElement>(null);
  const { playing, state: liveState } = useRadioPlayer();
  const state = streamUrl ? liveState : 'offline';

  useEffect(() => {
    if (audio.current) return radioPlayer.attach(audio.current, streamUrl);
  }, [streamUrl]);

  const { revalidate } = useRevalidator();
  const endsAt = onAir?.endsAt;
  useEffect(() => {
    if (!endsAt) return;
    // A little after the hour, so that a clock that runs ahead does not ask for the old show again.
    const timer = setTimeout(revalidate, new Date(endsAt).getTime() - Date.now() + 2000);
    return () => clearTimeout(timer);
  }, [endsAt, revalidate]);

  const press = () => {
    if (streamUrl) return radioPlayer.toggle();
    toast({
      title: 'The station is off air',
      description: onAir?.next
        ? `Nothing is being sent right now. On the grid next: ${onAir.next.title} at ${onAir.next.at}.`
        : 'Nothing is being sent right now. Try again a little later.',
    });
  };

  return (
    <aside data-slot="radio-player" data-state={state} aria-label="Radio">
      <button
        type="button"
        className="radio-button"
        aria-label={playing ? 'Pause radio' : 'Play radio'}
        onClick={press}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
          <path d={playing ? 'M5 3h5v18H5zM14 3h5v18h-5z' : 'M5 3v18l16-9z'} />
        </svg>
      </button>
      <p className="radio-now">
        <b>{onAir?.title ?? 'Radio'}</b>
        <span>
          <PlayerLine state={state} onAir={onAir} />
        </span>
      </p>
      <MovingField className="field radio-field" shape={strip} phase={1.1} isMoving={state === 'playing'} />
      {onAir?.next && (
        <p className="radio-next">
          Next, {onAir.next.at}
          <b>{onAir.next.title}</b>
        </p>
      )}
      <Link className="radio-schedule" to="/radio">
        Schedule
      </Link>
      <audio ref={audio} data-slot="radio-audio" preload="auto" hidden src={preloadUrl(streamUrl)}>
        Your browser does not support HTML5 audio.
      </audio>
    </aside>
  );
}

/** Our own station gives a page that only warms up its last seconds; nobody is counted as listening before they do. */
function preloadUrl(streamUrl: string | null): string | undefined {
  if (!streamUrl) return undefined;
  return streamUrl.startsWith('/') ? `${streamUrl}?preload=1` : streamUrl;
}

function PlayerLine({ state, onAir }: { state: string; onAir: OnAirShow | null }) {
  if (state === 'offline') return <>Off air. Back with you soon.</>;
  if (state === 'connecting') return <>Tuning in…</>;
  if (state === 'reconnecting') return <>Lost the signal, trying again…</>;
  if (!onAir) return <>Listen live</>;
  return (
    <>
      <span className="radio-live">On air</span> until {onAir.until}
      {onAir.host && `, with ${onAir.host}`}
    </>
  );
}
