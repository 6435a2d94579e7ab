// Who may do what to whom. The database says the same in set_role and its policies; here it is said in words first.
import type { Role, Visitor } from '#contracts/visitor.ts';
import { ApiError } from '../api/api-error.ts';

export const accountErrors = {
  signIn: () => new ApiError(401, 'not_signed_in', 'Please sign in first.'),
  secondFactor: () =>
    new ApiError(403, 'second_factor_needed', 'Please confirm your second factor first, then try again.'),
  notStaff: () => new ApiError(403, 'not_staff', 'Only staff may do this.'),
  notOwner: () => new ApiError(403, 'not_owner', 'Only the owner may do this to staff and owners.'),
  notYourself: () => new ApiError(409, 'not_yourself', 'You cannot do this to your own account.'),
  noPerson: () => new ApiError(404, 'person_not_found', 'There is no such person any more.'),
  noSession: () => new ApiError(404, 'session_not_found', 'That session has ended already.'),
  noMail: () =>
    new ApiError(404, 'mail_not_found', 'There is no such mail to send: it may have gone out already.'),
  noMailServer: () =>
    new ApiError(
      409,
      'no_mail_server',
      'No mail server is set (Settings, Mail) or no sender of text messages (SMS_WEBHOOK_URL), so they wait here to be read.',
    ),
  noServiceKey: () =>
    new ApiError(503, 'no_service_key', 'This needs the service-role key of the backend (SERVICE_ROLE_KEY).'),
};

export function isStaff(roles: readonly Role[]): boolean {
  return roles.includes('staff') || roles.includes('owner');
}

/** Staff look after members, teachers and hosts; staff and owners are the owner's. */
export function mayManage(actor: Pick<Visitor, 'roles'>, target: { roles: readonly Role[] }): boolean {
  return actor.roles.includes('owner') || (isStaff(actor.roles) && !isStaff(target.roles));
}
