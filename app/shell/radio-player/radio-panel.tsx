// Details of the radio bar: cover, host, previous and next tracks, volume. Opens above the bar.

import { useEffect, useRef, useState } from 'react';
import { coverUrl } from '#app/features/covers/cover.tsx';
import { contentText } from '#app/language/content-text.ts';
import { clockTime } from '#app/language/format-time.ts';
import { rich, t } from '#app/language/messages.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Link } from '#app/ui/link.tsx';
import type { AirItem, AirShow, NowPlaying } from '#contracts/radio.ts';
import { holdAirWhileSeen } from './air-feed.ts';
import { CastButton } from './cast-button.tsx';
import { VOLUME_KEY } from './player-store.ts';
import { savesData, setSavesData, startSaveData } from './save-data.ts';
import { useRadioPlayer } from './use-radio-player.ts';

interface RadioPanelProps {
  id: string;
  zone: string;
  isOwnStation: boolean;
  onClose(): void;
}

export default function RadioPanel({ id, zone, isOwnStation, onClose }: RadioPanelProps) {
  const air = useRadioPlayer((player) => player.air);
  const audio = useRadioPlayer((player) => player.audio);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.focus();
    return isOwnStation ? holdAirWhileSeen() : undefined;
  }, [isOwnStation]);
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && onClose();
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onClose]);
  return (
    <section
      ref={panel}
      id={id}
      className="radio-panel"
      aria-label={t('shared.shell.on_the_radio')}
      tabIndex={-1}
    >
      {air?.now ? (
        <NowOnAir air={air} zone={zone} />
      ) : (
        <p className="radio-panel-quiet">
          {isOwnStation ? t('shared.shell.loading') : t('shared.shell.this_stream_does_not_say_what')}
        </p>
      )}
      <Volume audio={audio} />
      {isOwnStation && <SaveData />}
      {isOwnStation && <History items={air?.history ?? []} zone={zone} />}
      <p className="radio-panel-ways">
        <Link to="/radio" onClick={onClose}>
          {t('shared.shell.radio_page_and_week_schedule')}
        </Link>
        <CastButton audio={audio} />
        <button type="button" onClick={onClose}>
          {t('shared.shell.close')}
        </button>
      </p>
    </section>
  );
}

function NowOnAir({ air, zone }: { air: NowPlaying; zone: string }) {
  const { now, next, show, isLive } = air;
  if (!now) return null;
  return (
    <div className="radio-panel-now">
      <img src={coverOf(now)} alt="" width="160" height="160" />
      <div>
        <p>
          {isLive ? (
            <Badge tone="live">{t('shared.shell.live')}</Badge>
          ) : (
            <span className="radio-live">{t('shared.shell.on_air')}</span>
          )}
        </p>
        <h2>{now.title}</h2>
        {now.artist && <p>{now.artist}</p>}
        {show && (
          <p className="radio-panel-quiet">
            {show.host
              ? rich('shared.shell.show_until_with_host', { ...until(show, zone), host: show.host })
              : rich('shared.shell.show_until', until(show, zone))}
          </p>
        )}
        {air.curatedBy && (
          <p className="radio-panel-quiet">
            {rich('shared.shell.curated_by', { title: contentText(air.curatedBy, 'title') })}
          </p>
        )}
        {next && !isLive && (
          <p className="radio-panel-quiet">
            {next.artist
              ? t('shared.shell.next_track_by', { title: next.title, artist: next.artist })
              : t('shared.shell.next_track', { title: next.title })}
          </p>
        )}
      </div>
    </div>
  );
}

function until(show: AirShow, zone: string) {
  return { title: contentText(show, 'title'), time: clockTime(new Date(show.endsAt), zone) };
}

function coverOf(item: AirItem): string {
  const slug = item.title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return item.cover ?? coverUrl('sound', slug || 'radio', 1, 1);
}

function Volume({ audio }: { audio: HTMLAudioElement | null }) {
  const [volume, setVolume] = useState(audio?.volume ?? 1);
  return (
    <label className="radio-volume">
      <span>{t('shared.shell.volume')}</span>
      <input
        type="range"
        min="0"
        max="100"
        value={Math.round(volume * 100)}
        onChange={({ currentTarget }) => {
          const wanted = Number(currentTarget.value) / 100;
          setVolume(wanted);
          if (audio) audio.volume = wanted;
          saveVolume(wanted);
        }}
      />
      <output>{Math.round(volume * 100)}</output>
    </label>
  );
}

function saveVolume(volume: number): void {
  try {
    localStorage.setItem(VOLUME_KEY, String(volume));
  } catch {
    // Without storage the volume lasts as long as the page.
  }
}

function SaveData() {
  const [isOn, setOn] = useState(savesData);
  return (
    <label className="radio-save-data">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget }) => {
          setOn(currentTarget.checked);
          startSaveData();
          setSavesData(currentTarget.checked);
        }}
      />
      <span>
        {t('shared.shell.save_data')}
        <small>{t('shared.shell.save_data_hint')}</small>
      </span>
    </label>
  );
}

function History({ items, zone }: { items: AirItem[]; zone: string }) {
  return (
    <div className="radio-history">
      <h3>{t('shared.shell.recently_played')}</h3>
      {items.length === 0 ? (
        <p className="radio-panel-quiet">{t('shared.shell.no_tracks_yet_tracks_appear_here')}</p>
      ) : (
        <ol>
          {items.slice(0, 12).map((item) => (
            <li key={item.id}>
              <time dateTime={item.startedAt}>{clockTime(new Date(item.startedAt), zone)}</time>
              <span>
                <b>{item.title}</b> {item.artist}
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
