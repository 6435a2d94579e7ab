// Counts page views: a path without secrets, no cookie, nothing about the visitor. Respects Do Not Track. Google's tag
// is used only when the studio has set one.
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { api } from '#app/api/api.ts';
import { publicPath } from '#contracts/public-address.ts';
import { sendPageView } from './send-page-view.ts';

type PrivacyNavigator = Navigator & { globalPrivacyControl?: boolean };

export default function Analytics({ measurementId }: { measurementId: string | null }) {
  const { pathname } = useLocation();

  useEffect(() => {
    if (asksForPrivacy()) return;
    // A failed count is ignored.
    api('/page-views', { method: 'POST', body: { page_path: publicPath(pathname) }, keepalive: true }).catch(
      () => {},
    );
    if (measurementId) sendPageView(measurementId, publicPath(pathname));
  }, [pathname, measurementId]);

  return null;
}

function asksForPrivacy(): boolean {
  return navigator.doNotTrack === '1' || (navigator as PrivacyNavigator).globalPrivacyControl === true;
}
