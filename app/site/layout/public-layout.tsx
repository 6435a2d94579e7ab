// The default layout of public pages: header, page, footer. A page with a field brings the header's background itself.
// A failed page is replaced here, below the root, so that the radio keeps playing.

import type { ReactNode } from 'react';
import { Outlet, useMatches } from 'react-router';
import { t } from '#app/language/messages.ts';
import { ErrorPage } from '#app/shell/document/error-page.tsx';
import type { Route } from './+types/public-layout.ts';
import { LanguageProposal } from './language-proposal.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { useRootData } from './use-root-data.ts';

export default function PublicLayout() {
  const isOnTide = useMatches().some((match) => (match.handle as { onTide?: boolean } | undefined)?.onTide);
  return (
    <PublicFrame isOnTide={isOnTide}>
      <Outlet />
    </PublicFrame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PublicFrame isOnTide={false}>
      <ErrorPage error={error} />
    </PublicFrame>
  );
}

function PublicFrame({ isOnTide, children }: { isOnTide: boolean; children: ReactNode }) {
  const { hasImprint, studio, openingHours, openingLine, word } = useRootData();
  return (
    <>
      <a className="skip-link" href="#main">
        {t('site.layout.skip_to_content')}
      </a>
      <div className={isOnTide ? 'tide' : undefined}>
        <SiteHeader name={studio.name} word={word} openingLine={openingLine} />
      </div>
      {children}
      <LanguageProposal />
      <SiteFooter studio={studio} hours={openingHours} word={word} hasImprint={hasImprint} />
    </>
  );
}
