// Redirects from an order in the dashboard to its booking page; only its owner gets the link.
import { data, redirect } from 'react-router';
import { siteContext } from '#app/site-context.ts';
import { requirePerson } from '../guard.server.ts';
import type { Route } from './+types/open-booking.ts';

export async function loader({ request, context, params }: Route.LoaderArgs) {
  await requirePerson({ request, context });
  const answer = await context.get(siteContext).backend.rpc('booking_status', { order_id: params.id });
  if (answer.error && answer.status < 500) throw data(null, { status: 404 });
  if (answer.error) throw answer.error;
  throw redirect(`/booking/${answer.data.order_token}`);
}

/** Never shown. Without it the 404 would be a plain response instead of the error page in the layout. */
export default function OpenBooking() {
  return null;
}
