// The server side of /book/:id: its data, and its four actions.

import { data, redirect } from 'react-router';
import { dataOf } from '#app/backend/data-of.ts';
import { type ApiError, notHuman, readApiError } from '#app/features/booking/api-error.ts';
import { readBookingForm, typedValues } from '#app/features/booking/read-booking-form.ts';
import { offeringPath } from '#app/features/programme/upcoming-session.ts';
import { localized, type Marks } from '#app/language/in-language.ts';
import { currentLanguage, t } from '#app/language/messages.ts';
import type { SiteContext } from '#app/site-context.ts';
import type { HoldView } from '#contracts/booking.ts';
import { countDates, loadSession, loadSettings } from './load-session.ts';

export interface FamilyMember {
  id: string;
  name: string;
  born_on: string | null;
  isMe: boolean;
}
export interface OwnPass {
  code: string;
  type: { name: string } & Marks;
  entries: number;
}

export async function loadBooking(
  { backend, visitor, now }: SiteContext,
  id: string,
  holdToken: string | null,
) {
  const [session, settings, hold, { user }] = await Promise.all([
    loadSession(backend, id),
    loadSettings(backend),
    holdToken === null ? undefined : readHold(backend, holdToken),
    visitor(),
  ]);
  if (hold?.order_token) throw redirect(`/booking/${hold.order_token}`);
  const isMember = user !== null && !user.isAnonymous;
  const [isClosedSample, dates, family, passes, firstClassCents] = await Promise.all([
    dataOf(backend.rpc('is_closed_sample', { session_id: id })),
    countDates(backend, session, now),
    isMember ? loadFamily(backend, user.id) : [],
    isMember ? loadPasses(backend) : [],
    readFirstClassCents(backend, id),
  ]);
  // A hold of another date, or a released one, does not count here.
  const ownHold = hold && hold.session_id === id && hold.state !== 'released' ? hold : null;
  return {
    session,
    isClosedSample,
    // With a hold, the other dates are not needed.
    livePools: ownHold ? [] : [session.pool_id],
    dates,
    settings,
    hold: ownHold,
    isHoldLost: holdToken !== null && (!hold || hold.state === 'released'),
    now: now.toISOString(),
    person: isMember
      ? { name: user.name, email: user.email ?? '', phone: user.phone ?? '' }
      : (ownHold?.person ?? null),
    firstClass: firstClassCents === null ? null : { priceCents: firstClassCents, isCertain: isMember },
    family,
    passes,
  };
}

export type BookingResult = { error: ApiError; values: Record<string, string> };

export async function actOnBooking(context: SiteContext, request: Request, id: string) {
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '');
  const errorResponse = (error: ApiError, status = 422, holdMade?: string) =>
    data<BookingResult>(
      { error, values: { ...typedValues(form), ...(holdMade && { hold: holdMade }) } },
      { status },
    );
  const holdToken = text('hold') || (new URL(request.url).searchParams.get('hold') ?? '');
  const { backend } = context;

  switch (text('intent')) {
    case 'hold': {
      const made = await holdPlaces(context, id, form, holdToken);
      if ('error' in made) return errorResponse(made.error, made.status);
      return { hold: made.hold };
    }
    case 'book': {
      const wanted = placesOf(form);
      let hold = holdToken ? await readHold(backend, holdToken) : undefined;
      if (holdToken && !hold)
        return errorResponse(
          { reason: 'no_hold', message: t('site.booking.your_place_is_no_longer_held_error') },
          404,
        );
      if (!hold || hold.places !== wanted) {
        const made = await holdPlaces(context, id, form, holdToken);
        if ('error' in made) return errorResponse(made.error, made.status);
        hold = made.hold;
      }
      const booking = { ...readBookingForm(form, hold.places), language: currentLanguage().code };
      const answer = await backend.rpc('book', { hold_token: hold.hold_token, booking });
      if (answer.error) return errorResponse(readApiError(answer.error), answer.status, hold.hold_token);
      const order = answer.data;
      return redirect(`/booking/${order.order_token}${order.state === 'pending' ? '?pay=1' : '?new=1'}`);
    }
    case 'wait': {
      const proof = await context.proveHuman(text('bot_token'));
      if (proof === null) return errorResponse(notHuman(), 403);
      const answer = await backend.rpc('join_waitlist', {
        session_id: id,
        proof,
        places: Number.parseInt(text('places'), 10) || 0,
        person: { name: text('name'), email: text('email'), phone: text('phone') },
        language: currentLanguage().code,
        ...(text('key') && { idempotency_key: text('key') }),
      });
      if (answer.error) return errorResponse(readApiError(answer.error), answer.status);
      return redirect(`/offer/${answer.data.waitlist_token}`);
    }
    case 'release': {
      const { offering } = await loadSession(backend, id);
      const answer = await backend.rpc('release_hold', { hold_token: holdToken });
      if (answer.error) return errorResponse(readApiError(answer.error), answer.status);
      return redirect(offeringPath(offering));
    }
    default:
      return errorResponse(
        {
          reason: 'bad_intent',
          message: t('site.booking.this_action_is_not_available_here'),
        },
        400,
      );
  }
}

function placesOf(form: FormData): number {
  return Number.parseInt(String(form.get('places') ?? ''), 10) || 0;
}

type Held = { hold: HoldView } | { error: ApiError; status: number };

/** Places of their own before those of an earlier number are given up: where both do not fit, the earlier ones go first. */
async function holdPlaces(
  { backend, proveHuman }: SiteContext,
  id: string,
  form: FormData,
  earlier: string,
): Promise<Held> {
  const proof = await proveHuman(String(form.get('bot_token') ?? ''));
  if (proof === null) return { error: notHuman(), status: 403 };
  const key = String(form.get('key') ?? '');
  const ask = () =>
    backend.rpc('hold_places', {
      session_id: id,
      proof,
      places: placesOf(form),
      ...(key && { idempotency_key: key }),
    });
  const release = () => backend.rpc('release_hold', { hold_token: earlier });
  let answer = await ask();
  if (answer.error && earlier) {
    await release();
    answer = await ask();
  } else if (earlier) await release();
  return answer.error
    ? { error: readApiError(answer.error), status: answer.status }
    : { hold: localized(answer.data) };
}

async function readFirstClassCents(backend: SiteContext['backend'], id: string): Promise<number | null> {
  const cents = await dataOf(backend.rpc('first_class_price', { session_id: id }));
  return cents;
}

async function readHold(backend: SiteContext['backend'], token: string): Promise<HoldView | undefined> {
  const { data: hold, error, status } = await backend.rpc('hold_status', { hold_token: token });
  if (status === 404) return undefined;
  if (error) throw error;
  return localized(hold);
}

async function loadFamily(backend: SiteContext['backend'], me: string): Promise<FamilyMember[]> {
  const rows = await dataOf(backend.rpc('my_family'));
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    born_on: row.born_on,
    isMe: row.user_id === me,
  }));
}

async function loadPasses(backend: SiteContext['backend']): Promise<OwnPass[]> {
  const rows = await dataOf(
    backend
      .from('passes')
      .select('code,type:pass_types(name,translations),pass_entries(delta)')
      .eq('is_active', true)
      .gt('valid_until', new Date().toISOString())
      .order('valid_until'),
  );
  return localized(rows)
    .map(({ code, type, pass_entries }) => ({
      code,
      type: type ?? { name: t('site.booking.pass') },
      entries: pass_entries.reduce((sum, { delta }) => sum + delta, 0),
    }))
    .filter(({ entries }) => entries > 0);
}
