// Links to the pages of a long list. The current page is wide; pages get narrower with distance. Independent of the
// router: pass a link component for client navigation.

import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { t } from '#app/language/messages.ts';

/** First, last and two on each side; null is a gap. A gap of one page shows the page instead. */
export function pageWindow(page: number, pageCount: number): (number | null)[] {
  const near = new Set([1, pageCount]);
  for (let other = page - 2; other <= page + 2; other += 1) {
    if (other >= 1 && other <= pageCount) near.add(other);
  }
  const shown: (number | null)[] = [];
  let before = 0;
  for (const next of [...near].sort((a, b) => a - b)) {
    if (next - before === 2) shown.push(before + 1);
    else if (next - before > 2) shown.push(null);
    shown.push(next);
    before = next;
  }
  return shown;
}

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string };

type PaginationProps = Omit<ComponentProps<'nav'>, 'children'> & {
  page: number;
  pageCount: number;
  hrefFor: (page: number) => string;
  link?: (props: LinkProps) => ReactNode;
};

export function Pagination({ page, pageCount, hrefFor, link, className, ...props }: PaginationProps) {
  const PageLink = link ?? plainLink;
  if (pageCount <= 1) return null;
  const step = (to: number, rel: 'prev' | 'next', label: string) =>
    to >= 1 && to <= pageCount ? (
      <PageLink href={hrefFor(to)} rel={rel} className="pagination-step">
        {label}
      </PageLink>
    ) : (
      <span className="pagination-step" data-state="off" aria-hidden="true">
        {label}
      </span>
    );
  return (
    <nav
      data-slot="pagination"
      aria-label={t('shared.ui.pages')}
      className={clsx('pagination', className)}
      {...props}
    >
      {step(page - 1, 'prev', t('shared.ui.previous_page'))}
      <ol className="pagination-pages">
        {pageWindow(page, pageCount).map((number, index, shown) =>
          number === null ? (
            <li key={`after-${shown[index - 1]}`} className="pagination-gap" aria-hidden="true">
              …
            </li>
          ) : (
            <li key={number}>
              <PageLink
                href={hrefFor(number)}
                className="pagination-page"
                aria-current={number === page ? 'page' : undefined}
                aria-label={t('shared.ui.page_number', { number })}
                data-distance={Math.min(3, Math.abs(number - page))}
              >
                {number}
              </PageLink>
            </li>
          ),
        )}
      </ol>
      {step(page + 1, 'next', t('shared.ui.next_page'))}
    </nav>
  );
}

function plainLink({ children, ...props }: LinkProps) {
  return <a {...props}>{children}</a>;
}
