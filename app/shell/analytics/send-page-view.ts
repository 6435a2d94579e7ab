// Google's tag, loaded with the first page view. It gets the address without secrets (public-address.ts).
import { publicAddress } from '#contracts/public-address.ts';

type GoogleWindow = Window & { dataLayer?: unknown[] };

export function sendPageView(measurementId: string, pagePath: string): void {
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
  // Where they are not given, the tag reads the address of the page and the referrer by itself.
  const page_location = window.location.origin + pagePath;
  const page_referrer = publicAddress(document.referrer);
  gtag('set', { page_location, page_referrer });
  gtag('event', 'page_view', { page_path: pagePath, page_location, page_referrer });
}

// Google's queue needs the arguments object itself; an array is ignored.
function gtag(..._args: unknown[]): void {
  (window as GoogleWindow).dataLayer?.push(arguments);
}
