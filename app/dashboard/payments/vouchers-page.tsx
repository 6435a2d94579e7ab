// Vouchers and credit: made, printed, stopped; what is left on each.
import { useState } from 'react';
import { Form } from 'react-router';
import { price } from '#app/language/price.ts';
import { since } from '#app/language/since.ts';
import { siteContext } from '#app/site-context.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Link } from '#app/ui/link.tsx';
import { dashboardMeta } from '../dashboard-meta.ts';
import { pageOf, readCursor } from '../desk/keyset.ts';
import { KeysetLinks } from '../desk/keyset-links.tsx';
import { Panel, RoomHead } from '../frame/room.tsx';
import { requireRole } from '../guard.server.ts';
import { addressOf } from '../orders/order.ts';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/vouchers-page.ts';
import { SellForm } from './sell-form.tsx';
import { StopCode } from './stop-code.tsx';

const SIZE = 40;

interface IssuedVoucher {
  id: string;
  code: string;
  email: string;
  buyer_name: string | null;
  order_id: string | null;
  currency: string;
  issued_cents: number;
  left_cents: number;
  is_active: boolean;
  origin: string | null;
  created_at: string;
}

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const words = (query.get('search') ?? '').trim().slice(0, 200);
  const cursor = readCursor(query);
  const { data, error } = await backend.rpc('desk_vouchers', { words, ...cursor, most: SIZE + 1 });
  if (error) throw error;
  return {
    now: now.toISOString(),
    words,
    page: pageOf((data ?? []) as IssuedVoucher[], {
      size: SIZE,
      cursor,
      mark: ({ created_at, id }) => ({ at: created_at, id }),
    }),
  };
}

export function meta({ matches }: Route.MetaArgs) {
  return dashboardMeta(matches, 'vouchers');
}

export default function VouchersRoom({ loaderData }: Route.ComponentProps) {
  const { page, words } = loaderData;
  const now = new Date(loaderData.now);
  return (
    <>
      <RoomHead title="Vouchers">Bought, given, or credit for what was cancelled.</RoomHead>
      <div className="dash-columns">
        <Panel title="Codes that are out">
          <Form className="dash-search" role="search" key={words}>
            <Field label="Find by code, name or email">
              <Input name="search" type="search" defaultValue={words} maxLength={200} autoComplete="off" />
            </Field>
            <Button variant="tertiary" type="submit">
              Find
            </Button>
          </Form>
          {page.rows.length === 0 ? (
            <EmptyState level={3} title={words ? `No code answers to “${words}”.` : 'No voucher is out yet.'}>
              {words
                ? 'Try fewer letters, or the address it was sent to.'
                : 'Sold here or on the site, each one stands here with what is left on it.'}
            </EmptyState>
          ) : (
            <ul className="dash-list">
              {page.rows.map((voucher) => (
                <VoucherRow key={voucher.id} voucher={voucher} now={now} />
              ))}
            </ul>
          )}
          <KeysetLinks newer={page.newer} older={page.older} />
        </Panel>
        <SellForm kind="voucher" />
      </div>
    </>
  );
}

function VoucherRow({ voucher, now }: { voucher: IssuedVoucher; now: Date }) {
  const { zone } = useStudio().studio;
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <span>
        <b>
          {voucher.order_id ? (
            <Link to={`/dashboard/orders/${voucher.order_id}`} prefetch="intent">
              {voucher.code}
            </Link>
          ) : (
            voucher.code
          )}
        </b>
        <span className="dash-quiet">
          {voucher.buyer_name ?? addressOf(voucher.email)}, {voucher.origin},{' '}
          {since(new Date(voucher.created_at), now, zone)}
        </span>
      </span>
      {voucher.is_active ? (
        <span className="desk-price">
          {price(voucher.left_cents, voucher.currency)} of {price(voucher.issued_cents, voucher.currency)}
        </span>
      ) : (
        <Badge tone="quiet">not active</Badge>
      )}
      <span className="dash-row-actions">
        {voucher.is_active && voucher.left_cents > 0 && (
          <Link
            to={`/dashboard/payments/vouchers/${voucher.id}`}
            aria-label={`Print ${voucher.code}`}
            prefetch="intent"
          >
            Print
          </Link>
        )}
        <Button
          variant="link"
          size="sm"
          aria-label={`${voucher.is_active ? 'Stop' : 'Set free'} ${voucher.code}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {voucher.is_active ? 'Stop' : 'Set free'}
        </Button>
      </span>
      {isOpen && (
        <StopCode
          kind="voucher"
          id={voucher.id}
          code={voucher.code}
          isActive={voucher.is_active}
          onDone={() => setOpen(false)}
        />
      )}
    </li>
  );
}
