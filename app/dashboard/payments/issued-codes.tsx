// Issued passes or vouchers: search, what is left on each, block and unblock.

import { type ReactNode, useState } from 'react';
import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { Rows } from '#app/dashboard/layout/rows.tsx';
import { t } from '#app/language/messages.ts';
import { Badge } from '#app/ui/badge.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { Panel } from '../layout/page.tsx';
import { SearchFilter } from '../list/filters.tsx';
import { KeysetLinks } from '../pagination/page-links.tsx';
import type { Page } from '../pagination/time-cursor.ts';
import { StopCode } from './stop-code.tsx';

export interface IssuedCode {
  id: string;
  code: string;
  order_id: string | null;
  is_active: boolean;
}

interface IssuedCodesProps<Code> {
  kind: 'pass' | 'voucher';
  searchText: string;
  page: Page<Code>;
  children(code: Code): ReactNode;
}

const TEXTS = {
  pass: {
    title: 'dashboard.payments.issued_passes',
    none: 'dashboard.payments.no_passes_yet',
    notFound: 'dashboard.payments.no_passes_found_for_search_text',
  },
  voucher: {
    title: 'dashboard.payments.issued_vouchers',
    none: 'dashboard.payments.no_vouchers_yet',
    notFound: 'dashboard.payments.no_vouchers_found_for_search_text',
  },
} as const;

export function IssuedCodes<Code extends IssuedCode>(props: IssuedCodesProps<Code>) {
  const { kind, searchText, page, children } = props;
  const { title, none, notFound } = TEXTS[kind];
  return (
    <Panel title={t(title)}>
      {(page.rows.length > 0 || searchText !== '') && (
        <div className="list-filters">
          <SearchFilter label={t('dashboard.payments.find_by_code_name_or_email')} />
        </div>
      )}
      <Rows
        of={page.rows}
        none={
          <EmptyState level={3} title={searchText ? t(notFound, { searchText }) : t(none)}>
            {searchText
              ? t('dashboard.payments.try_a_shorter_search_or_the')
              : t('dashboard.payments.they_appear_here_once_they_are')}
          </EmptyState>
        }
      >
        {children}
      </Rows>
      <KeysetLinks newer={page.newer} older={page.older} />
    </Panel>
  );
}

interface CodeRowProps {
  kind: 'pass' | 'voucher';
  issued: IssuedCode;
  about: ReactNode;
  /** What is left on it, while it is active. */
  left: ReactNode;
  /** What else can be done with it. */
  more?: ReactNode;
}

export function CodeRow({ kind, issued, about, left, more }: CodeRowProps) {
  const { id, code, order_id, is_active } = issued;
  const [isOpen, setOpen] = useState(false);
  const toggle = (
    <LinkButton
      aria-label={
        is_active
          ? t('dashboard.payments.block_named_code', { code })
          : t('dashboard.payments.unblock_named_code', { code })
      }
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
    >
      {is_active ? t('dashboard.payments.block_verb') : t('dashboard.payments.unblock_verb')}
    </LinkButton>
  );
  return (
    <li>
      <RowText
        title={
          order_id ? (
            <Link to={`/dashboard/orders/${order_id}`} prefetch="intent">
              {code}
            </Link>
          ) : (
            code
          )
        }
      >
        {about}
      </RowText>
      {is_active ? left : <Badge tone="quiet">{t('dashboard.payments.inactive_state')}</Badge>}
      {more === undefined ? (
        toggle
      ) : (
        <span className="dash-row-actions">
          {more}
          {toggle}
        </span>
      )}
      {isOpen && (
        <StopCode kind={kind} id={id} code={code} isActive={is_active} onDone={() => setOpen(false)} />
      )}
    </li>
  );
}
