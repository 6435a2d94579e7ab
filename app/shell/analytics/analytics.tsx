// Counts page views: a path, no cookie, nothing about who. Asks nothing of visitors who ask not to be counted.
// Google's tag joins only when the studio has set one.
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { api } from '#app/api/api.ts';

type PrivacyNavigator = Navigator & { globalPrivacyControl?: boolean };
type GoogleWindow = Window & { dataLayer?: unknown[] };

export default function Analytics({ measurementId }: { measurementId: string | null }) {
  const { pathname } = useLocation();

  useEffect(() => {
    if (asksForPrivacy()) return;
    // A count that does not arrive is no reason to trouble anyone.
    api('/page-views', { method: 'POST', body: { page_path: pathname }, keepalive: true }).catch(() => {});
    if (measurementId) tellGoogle(measurementId, pathname);
  }, [pathname, measurementId]);

  return null;
}

function asksForPrivacy(): boolean {
  return navigator.doNotTrack === '1' || (navigator as PrivacyNavigator).globalPrivacyControl === true;
}

function tellGoogle(measurementId: string, pagePath: string): void {
  const page = window as GoogleWindow;
  if (!page.dataLayer) {
    page.dataLayer = [];
    gtag('js', new Date());
    gtag('config', measurementId, { send_page_view: false });
    const script = document.createElement('script');
    script.async = true;
    script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(measurementId)}`;
    document.head.append(script);
  }
  gtag('event', 'page_view', { page_path: pagePath });
}

// Google's queue wants the arguments object itself; an array in its place is ignored.
function gtag(..._args: unknown[]): void {
  (window as GoogleWindow).dataLayer?.push(arguments);
}
