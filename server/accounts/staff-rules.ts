// Permissions of staff and owners. The database enforces them too (set_role, policies); here they give readable errors.
import type { Role, Visitor } from '#contracts/visitor.ts';
import { ApiError } from '../http-kit/api-error.ts';

export const accountErrors = {
  signIn: () => new ApiError(401, 'not_signed_in', 'Sign in first.'),
  secondFactor: () =>
    new ApiError(403, 'second_factor_needed', 'Confirm your second factor, then try again.'),
  notStaff: () => new ApiError(403, 'not_staff', 'You don’t have access. Only staff can do this.'),
  notOwner: () =>
    new ApiError(
      403,
      'not_owner',
      'You don’t have access. Only the owner can change the accounts of staff and owners.',
    ),
  notYourself: () => new ApiError(409, 'not_yourself', 'You cannot do this to your own account.'),
  noPerson: () => new ApiError(404, 'person_not_found', 'This person no longer exists.'),
  noSession: () => new ApiError(404, 'session_not_found', 'This session has already ended.'),
  noMail: () =>
    new ApiError(404, 'mail_not_found', 'This email was not found. It may already have been sent.'),
  noMailServer: () =>
    new ApiError(
      409,
      'no_mail_server',
      'No mail server (Settings, Mail) or text message service (SMS_WEBHOOK_URL) is set up, so messages stay in the outbox.',
    ),
  noServiceKey: () =>
    new ApiError(
      503,
      'no_service_key',
      'This needs the service role key of the backend. Set SERVICE_ROLE_KEY.',
    ),
};

export function isStaff(roles: readonly Role[]): boolean {
  return roles.includes('staff') || roles.includes('owner');
}

/** Staff look after members, teachers and hosts; staff and owners are the owner's. */
export function mayManage(actor: Pick<Visitor, 'roles'>, target: { roles: readonly Role[] }): boolean {
  return actor.roles.includes('owner') || (isStaff(actor.roles) && !isStaff(target.roles));
}
