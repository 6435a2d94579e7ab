// The shape of every database function that returns JSON (and of lists with columns that may be null): PostgreSQL itself
// says only "jsonb". The client's types come from here; every test that calls a function checks its answer against it.
import * as v from 'valibot';
import { accountObstacle, ownData, profile } from './account.ts';
import { bookedOrder, holdView, nextDate, orderView, ownCalendarDate } from './booking.ts';
import { draft } from './draft.ts';
import { household, mergePreview } from './households.ts';
import { lists } from './lists.ts';
import { fullMessage, issueFigures, staffCounts, subscription } from './messages.ts';
import { orderDetails } from './orders.ts';
import {
  importSummary,
  radioAudience,
  radioRetention,
  removedSamples,
  sampleContent,
  staffToday,
  studioReport,
} from './overview.ts';
import {
  affectedTeachers,
  cancelledSession,
  cancelledSessions,
  cancelPreview,
  changePreview,
  disciplineUsage,
  planAnswer,
  removedSessions,
  savedOffering,
  teacherCandidate,
} from './programme.ts';
import { receiptView } from './receipts.ts';
import { register, substitute, teachingAccount, teachingWeek } from './teaching.ts';
import { waitlist, waitlistPlace, waitView } from './waitlist.ts';

export const answers = {
  ...lists,
  accept_offer: waitView,
  accept_substitute: substitute,
  book: bookedOrder,
  book_for_person: orderDetails,
  booking_status: orderView,
  buy: orderView,
  can_delete_my_account: accountObstacle,
  cancel_bookings: orderView,
  cancel_for_person: orderDetails,
  cancel_session: cancelledSession,
  cancel_sessions: cancelledSessions,
  card_payment_failed: orderView,
  card_payment_received: orderView,
  confirm_newsletter: v.nullable(subscription),
  discipline_usage: disciplineUsage,
  get_calendar: v.array(ownCalendarDate),
  get_contact_message: fullMessage,
  get_household: household,
  get_order: orderDetails,
  get_register: register,
  get_today: staffToday,
  get_waitlist: waitlist,
  hold_places: holdView,
  hold_status: holdView,
  issue_statistics: issueFigures,
  join_waitlist: waitView,
  leave_waitlist: waitView,
  list_receipts: v.array(receiptView),
  move_booking: orderView,
  move_bookings: orderView,
  move_in_waitlist: waitView,
  my_data: ownData,
  my_next_dates: v.array(nextDate),
  my_profile: profile,
  my_teaching: teachingWeek,
  my_waitlist_entries: v.array(waitlistPlace),
  newsletter_status: v.nullable(subscription),
  offer_now: waitlist,
  open_substitutes: v.array(substitute),
  plan_dates: planAnswer,
  preview_archive: affectedTeachers,
  preview_cancel: cancelPreview,
  preview_change: changePreview,
  preview_content: v.nullable(draft),
  preview_merge: mergePreview,
  radio_audience: radioAudience,
  radio_retention: radioRetention,
  record_payment: orderView,
  refund_order: orderView,
  release_hold: holdView,
  remove_added_places: waitlist,
  remove_demo_content: removedSamples,
  remove_from_waitlist: waitlist,
  remove_sessions: removedSessions,
  reply_to_contact_message: fullMessage,
  request_substitute: substitute,
  restore_session: affectedTeachers,
  retry_refund: orderDetails,
  run_import: importSummary,
  sample_content: sampleContent,
  save_offering: savedOffering,
  sell_at_studio: orderDetails,
  set_waitlist_position: waitlist,
  staff_counts: v.nullable(staffCounts),
  studio_report: studioReport,
  sync_register: register,
  teacher_candidates: v.array(teacherCandidate),
  teaching_accounts: v.array(teachingAccount),
  unsubscribe_from_newsletter: v.nullable(subscription),
  update_contact_message: fullMessage,
  waitlist_status: waitView,
  withdraw_substitute: substitute,
} as const;

export type Answers = { [Name in keyof typeof answers]: v.InferOutput<(typeof answers)[Name]> };
