// Browsers do not retry a picture that failed to load. The server makes its sizes when they are first requested and rejects
// some while many are being made (429), so this requests them again.
const FIRST_DELAY_MS = 1500;
const MAX_ATTEMPTS = 6;
const MADE_ON_REQUEST = '/storage/v1/render/image/';

export function restorePictures(): () => void {
  const attempts = new WeakMap<HTMLImageElement, { src: string; count: number }>();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const restore = (picture: HTMLImageElement) => {
    const { src } = picture;
    if (!src.includes(MADE_ON_REQUEST)) return;
    const before = attempts.get(picture);
    const count = before?.src === src ? before.count + 1 : 1;
    if (count > MAX_ATTEMPTS) return;
    attempts.set(picture, { src, count });
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        // Setting the address loads the picture again, even the same one; another failure triggers the event again.
        if (picture.isConnected && picture.src === src) picture.src = src;
      },
      FIRST_DELAY_MS * 2 ** (count - 1),
    );
    timers.add(timer);
  };
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) restore(target);
  };
  document.addEventListener('error', onError, true);
  // Pictures that failed before this program ran.
  for (const picture of document.images)
    if (picture.complete && picture.currentSrc !== '' && picture.naturalWidth === 0) restore(picture);
  return () => {
    document.removeEventListener('error', onError, true);
    for (const timer of timers) clearTimeout(timer);
  };
}
