// Chooses the part of a picture that is never cropped: by click, by dragging the marker or with the arrow keys,
// previewed in the shapes of the site. A touch that scrolls the page does not change it.

import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { t } from '#app/language/messages.ts';
import type { Media } from '#contracts/media.ts';
import { Picture } from './picture.tsx';

interface FocalPointProps {
  media: Media;
  onSet(point: { focal_x: number; focal_y: number }): void;
}

const SHAPES: readonly (readonly [number, number])[] = [
  [7, 4],
  [7, 3],
  [1, 1],
];
const STILL_PX = 8;
const MOVES: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function FocalPoint({ media, onSet }: FocalPointProps) {
  const [point, setPoint] = useState({ focal_x: media.focal_x, focal_y: media.focal_y });
  const shown = { ...media, ...point };
  const position = { across: Math.round(point.focal_x * 100), down: Math.round(point.focal_y * 100) };
  const saved = useRef(point);
  const press = useRef<{ x: number; y: number; isOnMark: boolean; isDrag: boolean } | null>(null);
  const save = (next: { focal_x: number; focal_y: number }) => {
    saved.current = next;
    setPoint(next);
    onSet(next);
  };
  const down = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    const isOnMark = event.target instanceof HTMLButtonElement;
    const isDrag = event.pointerType === 'mouse' || isOnMark;
    press.current = { x: event.clientX, y: event.clientY, isOnMark, isDrag };
    if (!isDrag) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    if (!isOnMark) setPoint(pointAt(event));
  };
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (press.current?.isDrag) setPoint(pointAt(event));
  };
  const up = (event: PointerEvent<HTMLDivElement>) => {
    const began = press.current;
    press.current = null;
    if (!began) return;
    const isStill = Math.hypot(event.clientX - began.x, event.clientY - began.y) < STILL_PX;
    // The marker is larger than its point: a click on it without a move changes nothing.
    if (began.isOnMark && isStill) return setPoint(saved.current);
    if (began.isDrag || isStill) save(pointAt(event));
  };
  const cancel = () => {
    press.current = null;
    setPoint(saved.current);
  };
  const key = (event: KeyboardEvent) => {
    const way = MOVES[event.key];
    if (!way) return;
    event.preventDefault();
    const step = event.shiftKey ? 0.1 : 0.02;
    save({
      focal_x: within(point.focal_x + way[0] * step),
      focal_y: within(point.focal_y + way[1] * step),
    });
  };
  return (
    <div className="focal">
      <div
        className="focal-picture"
        // Reserves the final size before the picture has loaded, so that the marker is in the right place.
        style={{ width: `min(100%, ${(70 * media.width) / media.height}vh, ${media.width}px)` }}
        onPointerDown={down}
        onPointerMove={drag}
        onPointerUp={up}
        onPointerCancel={cancel}
      >
        <Picture media={media} sizes="(min-width: 62rem) 40vw, 90vw" loading="eager" />
        <button
          type="button"
          className="focal-mark"
          style={{ left: `${point.focal_x * 100}%`, top: `${point.focal_y * 100}%` }}
          aria-label={t('shared.media.focal_point_arrow_keys_move_it', position)}
          onKeyDown={key}
        />
      </div>
      <p className="dash-quiet" role="status">
        {t('shared.media.the_focal_point_is', position)}
      </p>
      <div className="focal-shapes" aria-hidden="true">
        {SHAPES.map((ratio) => (
          <Picture key={ratio.join(':')} media={shown} ratio={ratio} sizes="16rem" alt="" />
        ))}
      </div>
    </div>
  );
}

function pointAt({ currentTarget, clientX, clientY }: PointerEvent<HTMLDivElement>) {
  const box = currentTarget.getBoundingClientRect();
  return {
    focal_x: within((clientX - box.left) / box.width),
    focal_y: within((clientY - box.top) / box.height),
  };
}

function within(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 1000) / 1000;
}
