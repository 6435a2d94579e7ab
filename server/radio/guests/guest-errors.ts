// Why a guest or a host's page is disconnected or turned down.
import type { GuestError } from '#contracts/radio-guests.ts';
import { ApiError } from '../../http-kit/api-error.ts';

export const guestErrors = {
  // The same for a wrong, expired and revoked link: the answer tells nobody which links exist.
  linkNotValid: () =>
    new ApiError(
      404,
      'guest_link_not_valid',
      'This link is not valid or no longer valid. Ask the host for a new one.',
    ),
  linkInUse: () =>
    new ApiError(
      409,
      'guest_link_in_use',
      'Someone has already joined with this link. Ask the host for a link of your own.',
    ),
  full: () =>
    new ApiError(
      409,
      'guests_full',
      'Three guests are already in this show. Ask the host to make room, then join again.',
    ),
  noName: () => new ApiError(422, 'guest_name_missing', 'Enter your name.'),
  removed: () => new ApiError(403, 'guest_removed', 'The host has removed you from the show.'),
  replaced: () => new ApiError(409, 'guest_joined_again', 'You joined the show again in another window.'),
  showEnded: () => new ApiError(410, 'guest_show_ended', 'The show has ended. Thank you for taking part.'),
  sentTooMuch: () =>
    new ApiError(
      429,
      'guest_sent_too_much',
      'Your browser sent too much data. Reload the page to join again.',
    ),
  tooManyLinks: () =>
    new ApiError(
      409,
      'too_many_guest_links',
      'Six links are open already. Revoke one before you create another.',
    ),
  openElsewhere: () =>
    new ApiError(
      409,
      'guests_open_elsewhere',
      'You turned on the microphone in another window. Guests are connected to that window.',
    ),
};

/** As it is sent over a websocket. */
export function sentError(error: ApiError): GuestError {
  return error.body() as GuestError;
}
