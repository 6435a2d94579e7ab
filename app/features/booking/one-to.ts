/** 1, 2, ... up to and with `last`. */
export function oneTo(last: number): number[] {
  return Array.from({ length: Math.max(0, last) }, (_, index) => index + 1);
}
