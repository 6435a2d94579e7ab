// A link that fetches the next page's code and data when it comes within 200 px of the viewport.

import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Link as RouterLink, useLocation } from 'react-router';
import { localPath } from '#app/language/language-path.ts';
import { useIsLinked } from './linked-addresses.ts';
import { inPause, whenSettled } from './when-settled.ts';

const PREFETCH_MARGIN_PX = 200;

type LinkProps = ComponentProps<typeof RouterLink>;

const OpenLink = import.meta.env.SSR ? RenderedLink : LiveLink;

/** Where the address belongs to a section that is off, its text alone. */
export function Link(props: LinkProps) {
  const isLinked = useIsLinked();
  const { to, className, lang, dir, children } = props;
  if (typeof to === 'string' && !isLinked(to)) return <span {...{ className, lang, dir }}>{children}</span>;
  return <OpenLink {...props} />;
}

/**
 * The HTML of the router's link. A page has dozens of links, and resolving and preparing each of them on the server
 * took a tenth of a render.
 */
function RenderedLink(props: LinkProps) {
  const { to } = props;
  if (typeof to !== 'string' || !/^\/(?!\/)/.test(to) || props.relative || props.mask)
    return <LiveLink {...props} />;
  const {
    to: _to,
    prefetch,
    discover,
    replace,
    state,
    preventScrollReset,
    viewTransition,
    reloadDocument,
    relative,
    mask,
    defaultShouldRevalidate,
    ...attributes
  } = props;
  return (
    <a
      data-slot="link"
      {...attributes}
      href={localPath(to)}
      data-discover={discover === 'none' ? undefined : 'true'}
    />
  );
}

function LiveLink({ prefetch, ref: _ref, ...props }: LinkProps) {
  const { ref, isNear } = useNearViewport(prefetch === undefined);
  return (
    <RouterLink data-slot="link" {...props} ref={ref} prefetch={prefetch ?? (isNear ? 'render' : 'none')} />
  );
}

/** A link in a menu: marked as current for the open page or a page below it. */
export function NavLink({ end, ...props }: LinkProps & { to: string; end?: boolean }) {
  const { pathname } = useLocation();
  const to = props.to.split(/[?#]/)[0] ?? '';
  const isCurrent = pathname === to || (!end && pathname.startsWith(`${to}/`));
  return <Link data-slot="nav-link" aria-current={isCurrent ? 'page' : undefined} {...props} />;
}

/** Only where it is asked for: every answer renders the link again. */
function useNearViewport(isAsked: boolean) {
  const ref = useRef<HTMLAnchorElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const link = ref.current;
    if (!link || isNear || !isAsked) return;
    let forget = () => {};
    const stop = watchNear(link, () => {
      // Without a network there is nothing to load, and some browsers cache the failure.
      forget = inTurn(() => setNear(navigator.onLine && !savesData()));
    });
    return () => {
      stop();
      forget();
    };
  }, [isNear, isAsked]);
  return { ref, isNear };
}

// One observer for all links: with one each, their effects were the longest task of a page's start.
const watched = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;
let isStarted = false;

function watchNear(link: Element, onNear: () => void): () => void {
  watched.set(link, onNear);
  observer?.observe(link);
  if (!isStarted) {
    isStarted = true;
    whenSettled(startObserver);
  }
  return () => {
    watched.delete(link);
    observer?.unobserve(link);
  };
}

function startObserver(): void {
  observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer?.unobserve(target);
        watched.get(target)?.();
        watched.delete(target);
      }
    },
    { rootMargin: `${PREFETCH_MARGIN_PX}px` },
  );
  for (const link of watched.keys()) observer.observe(link);
}

// A page has dozens of links in view at once. Each is prefetched in an idle moment of its own, so that input is never
// delayed.
const turns = new Set<() => void>();

function inTurn(run: () => void): () => void {
  turns.add(run);
  if (turns.size === 1) inPause(takeTurn);
  return () => turns.delete(run);
}

function takeTurn(): void {
  const [first] = turns;
  if (!first) return;
  turns.delete(first);
  first();
  if (turns.size > 0) inPause(takeTurn);
}

function savesData(): boolean {
  const connection = (navigator as Navigator & { connection?: { saveData?: boolean } }).connection;
  return connection?.saveData === true;
}
