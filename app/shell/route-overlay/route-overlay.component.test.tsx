import { Link, type MiddlewareFunction, useNavigate, useNavigation } from 'react-router';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { showMotion, showRoutes } from '#app/testing/show.tsx';
import { holdUntilClosed } from './hold-until-closed.ts';
import { RouteOverlay } from './route-overlay.tsx';

const WHOLE = ['covering', 'completing', 'idle'];
const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const toContact = page.getByRole('link', { name: 'Write to us' });
const overlay = () => document.querySelector<HTMLElement>('[data-slot="route-overlay"]') as HTMLElement;
const slats = () => [...overlay().querySelectorAll('i')];
const widths = () => slats().map((slat) => new DOMMatrix(getComputedStyle(slat).transform).a);

/** A home page and a contact page. `load` is what the pages wait for, `Slow` is drawn beside them. */
async function showSite({ load = async () => {}, Slow = () => null as null } = {}): Promise<void> {
  const loader = async () => {
    await load();
    return null;
  };
  await showRoutes(
    [
      { index: true, loader, element: <Home /> },
      { path: 'contact', loader, element: <Contact /> },
    ],
    {
      middleware: [holdUntilClosed as MiddlewareFunction],
      beside: (
        <>
          <RouteOverlay />
          <Slow />
          <p id="route-announcer" />
        </>
      ),
    },
  );
  await expect.element(heading('Home')).toBeVisible();
  // There is one overlay: the test before may have left it opening.
  await expect.poll(() => overlay().dataset.state).toBe('idle');
}

function Home() {
  return (
    <main>
      <title>home · onda</title>
      <h1>Home</h1>
      <Link to="/contact">Write to us</Link>
      <Link to="/?week=2">Next week</Link>
    </main>
  );
}

function Contact() {
  const navigate = useNavigate();
  return (
    <main>
      <title>contact · onda</title>
      <h1>Contact</h1>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
    </main>
  );
}

/** Every state that the overlay goes through from now on, and what `look` says of each. */
function watch<Seen>(look: (state: string) => Seen): Seen[] {
  const seen: Seen[] = [];
  let last = overlay().dataset.state;
  const observer = new MutationObserver(() => {
    const { state = '' } = overlay().dataset;
    if (state !== last) seen.push(look(state));
    last = state;
  });
  observer.observe(overlay(), { attributes: true, attributeFilter: ['data-state'] });
  onTestFinished(() => observer.disconnect());
  return seen;
}
const watchStates = () => watch((state) => state);

it('covers the whole screen in the primary colour while pages change', async () => {
  await showMotion();
  await showSite();
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.background = 'var(--primary)';
  onTestFinished(() => probe.remove());
  const seen = watch((state) => {
    const { width, height } = overlay().getBoundingClientRect();
    const [slat] = slats();
    const colour = slat && getComputedStyle(slat).backgroundColor;
    return { state, isFull: width === innerWidth && height === innerHeight, colour };
  });
  await toContact.click();
  await expect.element(heading('Contact')).toBeVisible();
  await expect.poll(() => seen.map(({ state }) => state)).toEqual(WHOLE);
  const { backgroundColor } = getComputedStyle(probe);
  expect(seen[0]).toEqual({ state: 'covering', isFull: true, colour: backgroundColor });
});

it('leaves the old page until it is covered, however fast the new one loads', async () => {
  await showMotion();
  await showSite();
  const open: number[] = [];
  const observer = new MutationObserver(() => {
    if (document.querySelector('h1')?.textContent === 'Contact')
      open.push(widths().filter((width) => width < 0.99).length);
  });
  observer.observe(document.body, { subtree: true, childList: true });
  onTestFinished(() => observer.disconnect());
  await toContact.click();
  await expect.element(heading('Contact')).toBeVisible();
  expect(open[0]).toBe(0);
});

it('covers a page that is already loaded also where rendering is slow', async () => {
  await showSite({ Slow: SlowParts });
  const states = watchStates();
  await toContact.click();
  await expect.element(heading('Contact')).toBeVisible();
  await expect.poll(() => states).toEqual(WHOLE);
});

/** As on a phone: a navigation is on the page long after its data has come. */
function SlowParts() {
  useNavigation();
  return Array.from({ length: 20 }, (_, index) => <SlowPart key={String(index)} />) as never;
}

function SlowPart() {
  const { state } = useNavigation();
  for (const end = performance.now() + (state === 'loading' ? 20 : 0); performance.now() < end; );
  return null;
}

it('lets nothing beneath be pressed, and afterwards focuses the heading and names the page', async () => {
  await showSite();
  const inert = watch((state) => `${state}: ${document.getElementById('page')?.inert}`);
  await toContact.click();
  await expect.poll(() => inert).toEqual(['covering: true', 'completing: true', 'idle: false']);
  await expect.element(heading('Contact')).toHaveFocus();
  await expect.element(page.getByText('contact · onda').last()).toHaveAttribute('id', 'route-announcer');
});

it('covers going back, too, while the data takes its time', async () => {
  let answer = Promise.resolve();
  await showSite({ load: () => answer });
  const states = watchStates();
  await toContact.click();
  await expect.poll(() => states).toEqual(WHOLE);
  const { promise, resolve } = Promise.withResolvers<void>();
  answer = promise;
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.poll(() => states).toEqual([...WHOLE, 'covering']);
  expect(document.querySelector('h1')?.textContent).toBe('Contact');
  resolve();
  await expect.element(heading('Home')).toHaveFocus();
  await expect.poll(() => states).toEqual([...WHOLE, ...WHOLE]);
});

it('takes a change of the query alone for no change of page', async () => {
  let loads = 0;
  await showSite({
    load: async () => {
      loads += 1;
    },
  });
  const states = watchStates();
  await page.getByRole('link', { name: 'Next week' }).click();
  await expect.poll(() => loads).toBe(2);
  await toContact.click();
  await expect.poll(() => states).toEqual(WHOLE);
});

it('cross-fades for someone who prefers reduced motion', async () => {
  await showSite();
  const asked: { duration: unknown; properties: string[] }[] = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, options) {
    const { duration } = options as KeyframeAnimationOptions;
    asked.push({ duration, properties: (frames as Keyframe[]).flatMap(Object.keys) });
    return animate.call(this, frames, options);
  };
  onTestFinished(() => {
    Element.prototype.animate = animate;
  });
  const states = watchStates();
  await toContact.click();
  await expect.poll(() => states).toEqual(WHOLE);
  expect(asked.length).toBeGreaterThan(0);
  for (const { duration, properties } of asked) {
    expect(duration).toBe(150);
    expect(new Set(properties)).toEqual(new Set(['opacity']));
  }
});

it('shuts 24 slats in 260 ms and opens them in 360, and a frame changes a tenth at most', async () => {
  await showMotion();
  await showSite();
  const motions = stopMotions();
  await toContact.click();
  await expect.poll(() => motions.length).toBe(24);
  const shut = sampleMotion(motions, { eachMs: 184, totalMs: 260 });
  expect(new Set(shut[0])).toEqual(new Set([0]));
  expect(new Set(shut.at(-1))).toEqual(new Set([1]));
  expectSmooth(shut);
  expect(new Set(await endMotion(motions))).toEqual(new Set([1]));
  await expect.poll(() => motions.length).toBe(24);
  const open = sampleMotion(motions, { eachMs: 190, totalMs: 360 });
  expect(new Set(open[0])).toEqual(new Set([1]));
  expect(new Set(open.at(-1))).toEqual(new Set([0]));
  expectSmooth(open);
  await endMotion(motions);
  await expect.poll(() => overlay().dataset.state).toBe('idle');
});

/** Every motion is stopped and moved by hand: the frames are the same on a slow machine. */
function stopMotions(): Animation[] {
  const motions: Animation[] = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, options) {
    const motion = animate.call(this, frames, options);
    motion.pause();
    motions.push(motion);
    return motion;
  };
  onTestFinished(() => {
    Element.prototype.animate = animate;
  });
  return motions;
}

/** How wide each slat is, 0 to 1, every two milliseconds. */
function sampleMotion(
  motions: Animation[],
  { eachMs, totalMs }: { eachMs: number; totalMs: number },
): number[][] {
  const timings = motions.map(({ effect }) => effect?.getComputedTiming());
  expect(new Set(timings.map((timing) => timing?.duration))).toEqual(new Set([eachMs]));
  expect(Math.max(...timings.map((timing) => Number(timing?.endTime)))).toBeCloseTo(totalMs);
  const samples: number[][] = [];
  for (let ms = 0; ms <= totalMs; ms += 2) {
    for (const motion of motions) motion.currentTime = ms;
    samples.push(widths());
  }
  return samples;
}

/** Ends the motion and answers how wide each slat is in the next frame, when its animation is gone. */
async function endMotion(motions: Animation[]): Promise<number[]> {
  for (const motion of motions.splice(0)) motion.finish();
  await new Promise(requestAnimationFrame);
  return widths();
}

/** Samples are two milliseconds apart: a little longer than a frame at 60 Hz. */
const FRAME = 9;

/** The largest change within a frame, wherever the frame begins: of one slat, and of the covered share of the picture. */
function expectSmooth(samples: number[][]): void {
  const shares = slats().map((slat) => slat.offsetWidth / innerWidth);
  const frames = samples
    .slice(FRAME)
    .map((now, index) => now.map((width, slat) => Math.abs(width - (samples[index]?.[slat] ?? Number.NaN))));
  const picture = frames.map((changes) =>
    changes.reduce((sum, change, slat) => sum + change * (shares[slat] ?? Number.NaN), 0),
  );
  expect(Math.max(...frames.flat())).toBeLessThan(0.1);
  expect(Math.max(...picture)).toBeLessThan(0.1);
}
