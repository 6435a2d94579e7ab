// Where the picture may not be cut: set by a click on it or by the arrow keys, seen at once in the shapes of the site.
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
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
const MOVES: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function FocalPoint({ media, onSet }: FocalPointProps) {
  const [point, setPoint] = useState({ focal_x: media.focal_x, focal_y: media.focal_y });
  const shown = { ...media, ...point };
  const words = `${Math.round(point.focal_x * 100)} % across, ${Math.round(point.focal_y * 100)} % down`;
  const move = (focal_x: number, focal_y: number) => {
    const next = { focal_x: within(focal_x), focal_y: within(focal_y) };
    setPoint(next);
    onSet(next);
  };
  const press = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    move((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  };
  const key = (event: KeyboardEvent) => {
    const way = MOVES[event.key];
    if (!way) return;
    event.preventDefault();
    const step = event.shiftKey ? 0.1 : 0.02;
    move(point.focal_x + way[0] * step, point.focal_y + way[1] * step);
  };
  return (
    <div className="focal">
      <div className="focal-picture" onPointerDown={press}>
        <Picture media={media} sizes="(min-width: 62rem) 40vw, 90vw" loading="eager" />
        <button
          type="button"
          className="focal-mark"
          style={{ left: `${point.focal_x * 100}%`, top: `${point.focal_y * 100}%` }}
          aria-label={`Focal point: ${words}. Arrow keys move it.`}
          onKeyDown={key}
        />
      </div>
      <p className="dash-quiet" role="status">
        What matters most is {words}. Click on it, or move the mark with the arrow keys.
      </p>
      <div className="focal-shapes" aria-hidden="true">
        {SHAPES.map((ratio) => (
          <Picture key={ratio.join(':')} media={shown} ratio={ratio} sizes="16rem" alt="" />
        ))}
      </div>
    </div>
  );
}

function within(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 1000) / 1000;
}
