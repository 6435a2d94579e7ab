// Kinds of passes, and every pass that is out, with what is left on it.
import { useState } from 'react';
import { Form } from 'react-router';
import { longDay } from '#app/language/format-day.ts';
import { localDay } from '#app/language/format-time.ts';
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
import type { Route } from './+types/passes-room.ts';
import { type PassType, PassTypesPanel } from './pass-types-panel.tsx';
import { SellForm } from './sell-form.tsx';
import { StopCode } from './stop-code.tsx';

const SIZE = 40;

interface IssuedPass {
  id: string;
  code: string;
  type_name: string;
  email: string;
  buyer_name: string | null;
  order_id: string | null;
  entries: number;
  left_entries: number;
  valid_until: string;
  is_active: boolean;
  created_at: string;
}

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const words = (query.get('search') ?? '').trim().slice(0, 200);
  const cursor = readCursor(query);
  const [types, passes] = await Promise.all([
    backend
      .from('pass_types')
      .select('id,name,entries,price_cents,currency,valid_days,is_sold')
      .order('price_cents')
      .order('id')
      .overrideTypes<PassType[], { merge: false }>(),
    backend.rpc('desk_passes', { words, ...cursor, most: SIZE + 1 }),
  ]);
  for (const { error } of [types, passes]) if (error) throw error;
  return {
    now: now.toISOString(),
    words,
    types: types.data ?? [],
    page: pageOf((passes.data ?? []) as IssuedPass[], {
      size: SIZE,
      cursor,
      mark: ({ created_at, id }) => ({ at: created_at, id }),
    }),
  };
}

export function meta({ matches }: Route.MetaArgs) {
  return dashboardMeta(matches, 'passes');
}

export default function PassesRoom({ loaderData }: Route.ComponentProps) {
  const { page, types, words } = loaderData;
  const now = new Date(loaderData.now);
  return (
    <>
      <RoomHead title="Passes">Several entries bought at once.</RoomHead>
      <div className="dash-columns">
        <Panel title="Passes that are out">
          <Form className="dash-search" role="search" key={words}>
            <Field label="Find by code, name or email">
              <Input name="search" type="search" defaultValue={words} maxLength={200} autoComplete="off" />
            </Field>
            <Button variant="tertiary" type="submit">
              Find
            </Button>
          </Form>
          {page.rows.length === 0 ? (
            <EmptyState level={3} title={words ? `No pass answers to “${words}”.` : 'No pass is out yet.'}>
              {words
                ? 'Try fewer letters, or the address it was sent to.'
                : 'Sold here or on the site, each one stands here with what is left on it.'}
            </EmptyState>
          ) : (
            <ul className="dash-list">
              {page.rows.map((pass) => (
                <PassRow key={pass.id} pass={pass} now={now} />
              ))}
            </ul>
          )}
          <KeysetLinks newer={page.newer} older={page.older} />
        </Panel>
        <div className="dash-stack">
          {types.length > 0 && <SellForm kind="pass" types={types} />}
          <PassTypesPanel types={types} />
        </div>
      </div>
    </>
  );
}

function PassRow({ pass, now }: { pass: IssuedPass; now: Date }) {
  const { zone } = useStudio().studio;
  const [isOpen, setOpen] = useState(false);
  const isOver = new Date(pass.valid_until) <= now;
  return (
    <li>
      <span>
        <b>
          {pass.order_id ? (
            <Link to={`/dashboard/orders/${pass.order_id}`} prefetch="intent">
              {pass.code}
            </Link>
          ) : (
            pass.code
          )}
        </b>
        <span className="dash-quiet">
          {pass.type_name}, {pass.buyer_name ?? addressOf(pass.email)}, until{' '}
          {longDay(localDay(new Date(pass.valid_until), zone))}
        </span>
      </span>
      {!pass.is_active ? (
        <Badge tone="quiet">not active</Badge>
      ) : isOver ? (
        <Badge tone="quiet">run out</Badge>
      ) : (
        <Badge tone={pass.left_entries > 0 ? 'positive' : 'full'}>
          {pass.left_entries} of {pass.entries} left
        </Badge>
      )}
      <Button
        variant="link"
        size="sm"
        aria-label={`${pass.is_active ? 'Stop' : 'Set free'} ${pass.code}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {pass.is_active ? 'Stop' : 'Set free'}
      </Button>
      {isOpen && (
        <StopCode
          kind="pass"
          id={pass.id}
          code={pass.code}
          isActive={pass.is_active}
          onDone={() => setOpen(false)}
        />
      )}
    </li>
  );
}
