// The hour as a ruler with its items: each has a mark to drag or to move by keys, and opens for its other fields.

import { type CSSProperties, useState } from 'react';
import { RowAction } from '#app/dashboard/forms/row-action.tsx';
import { t } from '#app/language/messages.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import type { ClockItemRow } from '#contracts/radio-clock.ts';
import { inOrder, LAST_SECOND, newItem, timeInHour } from './clock-draft.ts';
import { ClockItemForm } from './clock-item-form.tsx';
import { kindLabel } from './clock-labels.ts';

interface ClockRulerProps {
  items: ClockItemRow[];
  playlists: { id: string; name: string }[];
  titleOf(trackId: string): string;
  onChange(items: ClockItemRow[], track?: { id: string; title: string }): void;
}

const TENS = [0, 10, 20, 30, 40, 50];
const STEP_SECONDS = 15;

export function ClockRuler({ items, playlists, titleOf, onChange }: ClockRulerProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  const change = (changed: ClockItemRow, track?: { id: string; title: string }) =>
    onChange(
      items.map((item) => (item.id === changed.id ? changed : item)),
      track,
    );
  const add = () => {
    const item = newItem(items, crypto.randomUUID());
    onChange(inOrder([...items, item]));
    setOpenId(item.id);
  };
  const whatPlays = ({ track_id, playlist_id, kind, count }: ClockItemRow) => {
    const name = track_id
      ? titleOf(track_id)
      : (playlists.find(({ id }) => id === playlist_id)?.name ?? t('dashboard.hour_clock.jingles_in_use'));
    return kind === 'stop_set' ? t('dashboard.hour_clock.count_of_list', { count, name }) : name;
  };
  return (
    <div className="clock-ruler">
      {items.length === 0 ? (
        <EmptyState level={3} title={t('dashboard.hour_clock.no_items_yet')}>
          {t('dashboard.hour_clock.no_items_hint')}
        </EmptyState>
      ) : (
        <>
          <div className="clock-axis" aria-hidden="true">
            {TENS.map((minute) => (
              <span key={minute} style={{ '--at': minute / 60 } as CSSProperties}>
                :{String(minute).padStart(2, '0')}
              </span>
            ))}
          </div>
          <ol>
            {items.map((item) => {
              const isOpen = item.id === openId;
              const name = t('dashboard.hour_clock.item_at', {
                kind: kindLabel(item.kind),
                time: timeInHour(item.second),
              });
              return (
                <li key={item.id} data-current={isOpen || undefined}>
                  <time>{timeInHour(item.second)}</time>
                  <span className="clock-item-name">
                    <b>{kindLabel(item.kind)}</b>
                    <span className="dash-quiet">
                      {[whatPlays(item), item.mode === 'hard' && t('dashboard.hour_clock.hard')]
                        .filter(Boolean)
                        .join(', ')}
                    </span>
                  </span>
                  <span className="clock-lane">
                    <input
                      type="range"
                      min={0}
                      max={LAST_SECOND}
                      step={STEP_SECONDS}
                      value={item.second}
                      data-mode={item.mode}
                      style={{ '--n': item.count } as CSSProperties}
                      aria-label={t('dashboard.hour_clock.time_of', { kind: kindLabel(item.kind) })}
                      aria-valuetext={timeInHour(item.second)}
                      onChange={({ currentTarget }) =>
                        change({ ...item, second: Number(currentTarget.value) })
                      }
                      onKeyDown={(event) => {
                        if (event.key === 'Delete') onChange(items.filter((one) => one !== item));
                        if (event.key === 'Enter') setOpenId(isOpen ? null : item.id);
                      }}
                    />
                  </span>
                  <span className="clock-item-actions">
                    <LinkButton
                      aria-expanded={isOpen}
                      aria-label={t('dashboard.hour_clock.edit_item', { name })}
                      onClick={() => setOpenId(isOpen ? null : item.id)}
                    >
                      {isOpen ? t('dashboard.common.close') : t('dashboard.common.edit')}
                    </LinkButton>
                    <RowAction
                      label={t('dashboard.common.remove')}
                      name={t('dashboard.hour_clock.remove_item', { name })}
                      onClick={() => onChange(items.filter((one) => one !== item))}
                    />
                  </span>
                  {isOpen && (
                    <ClockItemForm item={item} playlists={playlists} titleOf={titleOf} onChange={change} />
                  )}
                </li>
              );
            })}
          </ol>
          <p className="field-hint">{t('dashboard.hour_clock.keys_hint')}</p>
        </>
      )}
      <Button variant="secondary" size="sm" onClick={add} disabled={items.length >= 60}>
        {t('dashboard.hour_clock.add_item')}
      </Button>
    </div>
  );
}
