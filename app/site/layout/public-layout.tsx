// The default layout of public pages: header, page, footer. A page on the tide brings the header's ground itself.
import { Outlet, useMatches } from 'react-router';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { useRootData } from './use-root-data.ts';

export default function PublicLayout() {
  const { studio, openingHours, openingLine, word } = useRootData();
  const isOnTide = useMatches().some((match) => (match.handle as { onTide?: boolean } | undefined)?.onTide);
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <div className={isOnTide ? 'tide' : undefined}>
        <SiteHeader name={studio.name} word={word} openingLine={openingLine} />
      </div>
      <Outlet />
      <SiteFooter studio={studio} hours={openingHours} word={word} />
    </>
  );
}
