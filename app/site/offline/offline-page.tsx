// Cached by the service worker for when there is no network. Works without scripts.

import { Facts } from '#app/features/facts/facts.tsx';
import { t } from '#app/language/messages.ts';
import { siteMeta } from '#app/site/document/site-meta.ts';
import { phoneLine } from '#app/site/layout/phone-line.ts';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { Button } from '#app/ui/button.tsx';

export function loader() {
  return null;
}

export const meta = siteMeta(({ studio }) => ({
  title: t('site.offline.page_title'),
  description: studio.description,
  path: '/offline',
  noindex: true,
}));

// Browsers report "online" before the connection works, so this polls until the page answers. At its own address, this
// page has nothing to return to.
const reloadWhenOnline = `(function(){if(/\\/offline$/.test(location.pathname))return;
function look(){fetch(location.href,{method:"HEAD",cache:"no-store"}).then(function(answer){answer.ok&&location.reload()},function(){})}
addEventListener("online",look);setInterval(function(){navigator.onLine&&look()},3000)})()`;

export default function OfflinePage() {
  const { studio } = useRootData();
  return (
    <main id="main" className="wrap error-page">
      <h1>{t('site.offline.no_signal_here')}</h1>
      <p className="lead">{t('site.offline.you_are_offline_the_page_opens')}</p>
      {/* Sent to the requested address. */}
      <form>
        <Button variant="primary" size="lg" type="submit">
          {t('site.common.try_again')}
        </Button>
      </form>
      <Facts
        facts={[
          [t('site.common.address'), studio.address],
          [t('site.common.phone'), phoneLine(studio)],
        ]}
      />
      {/* Inline, because the program could not be loaded. */}
      <script dangerouslySetInnerHTML={{ __html: reloadWhenOnline }} />
    </main>
  );
}
