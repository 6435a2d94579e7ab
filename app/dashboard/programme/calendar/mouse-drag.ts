// The browser's own dragging, told in the same words as a finger's: the picture under the pointer and the scrolling at the
// edges are the browser's. Knows nothing of dates.
import type { Point, TouchHandlers } from './touch-drag.ts';

const pointOf = ({ clientX, clientY }: DragEvent): Point => ({ x: clientX, y: clientY });

/** Listens until the answer is called. */
export function followMouse(board: HTMLElement, handlers: TouchHandlers): () => void {
  let isCarrying = false;

  const begin = (event: DragEvent) => {
    const handle = event.target instanceof Element && event.target.closest<HTMLElement>('[draggable="true"]');
    if (!handle || !event.dataTransfer) return;
    isCarrying = handlers.lift(handle, pointOf(event));
    if (!isCarrying) return event.preventDefault();
    event.dataTransfer.effectAllowed = 'move';
    // Without something to carry, some browsers do not begin.
    event.dataTransfer.setData('text/plain', handle.textContent ?? '');
  };
  const over = (event: DragEvent) => {
    if (!isCarrying) return;
    event.preventDefault();
    handlers.carry(pointOf(event));
  };
  const drop = (event: DragEvent) => {
    if (!isCarrying) return;
    event.preventDefault();
    isCarrying = false;
    handlers.carry(pointOf(event));
    handlers.drop(true);
  };
  const end = () => {
    if (!isCarrying) return;
    isCarrying = false;
    handlers.abandon();
  };

  board.addEventListener('dragstart', begin);
  board.addEventListener('dragover', over);
  board.addEventListener('drop', drop);
  board.addEventListener('dragend', end);
  return () => {
    board.removeEventListener('dragstart', begin);
    board.removeEventListener('dragover', over);
    board.removeEventListener('drop', drop);
    board.removeEventListener('dragend', end);
  };
}
