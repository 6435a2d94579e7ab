// The layout of pages without navigation: set-up, offline. Only the studio's name at the top.

import { Outlet } from 'react-router';
import { Wordmark } from '#app/features/wordmark/wordmark.tsx';
import { t } from '#app/language/messages.ts';
import { ErrorPage } from '#app/shell/document/error-page.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/bare-layout.ts';
import { useRootData } from './use-root-data.ts';

export default function BareLayout() {
  const { studio, word } = useRootData();
  return (
    <>
      <header className="site-header">
        <div className="wrap">
          <Link className="site-mark" to="/" aria-label={t('site.layout.name_home', { name: studio.name })}>
            <Wordmark word={word} />
          </Link>
        </div>
      </header>
      <Outlet />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
