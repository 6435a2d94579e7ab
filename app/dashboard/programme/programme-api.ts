// The database functions of the programme. Each throws the database's error: a message, a reason (hint) and details in
// JSON.
import { callDatabase } from '../forms/call-database.ts';

export type Scope = 'this' | 'following' | 'all';

interface DatabaseError {
  code: string;
  message: string;
  hint: string | null;
  details: string | null;
}

export interface DatePlan {
  weekdays?: number[];
  /** Interval in weeks; absent: every week. */
  every_weeks?: number;
  /** Which of these weekdays in a month: 1 to 4, or -1 for the last. */
  month_weeks?: number[];
  starts_on?: string;
  ends_on?: string;
  dates?: string[];
  local_time: string;
  duration_min: number;
  room_id: string;
  teacher_id: string | null;
  capacity: number;
  is_online?: boolean;
  leave_out?: string[];
  on_closed_days?: boolean;
  clashes?: 'reject' | 'skip' | 'allow';
  clash_reason?: string;
}

export interface SessionChanges {
  /** Days to move by; negative: earlier. */
  days?: number;
  local_time?: string;
  duration_min?: number;
  room_id?: string;
  teacher_id?: string | null;
  is_online?: boolean;
  /** The version shown on screen, so that a session someone else moved meanwhile is not moved again by mistake. */
  was?: number;
}

export const planDates = (offeringId: string, plan: DatePlan, { dryRun }: { dryRun: boolean }) =>
  callDatabase('plan_dates', { offering_id: offeringId, plan, dry_run: dryRun });

export const previewChange = (sessionId: string, scope: Scope, changes: SessionChanges) =>
  callDatabase('preview_change', { session_id: sessionId, scope, changes });

export const changeSessions = (
  sessionId: string,
  scope: Scope,
  changes: SessionChanges,
  clashReason?: string,
) =>
  callDatabase('change_sessions', {
    session_id: sessionId,
    scope,
    changes,
    clash_reason: clashReason?.trim() || null,
  });

export const previewCancel = (sessionId: string, scope: Scope) =>
  callDatabase('preview_cancel', { session_id: sessionId, scope });

export const cancelSessions = (sessionId: string, scope: Scope, reason: string) =>
  callDatabase('cancel_sessions', { session_id: sessionId, scope, reason });

export const restoreSession = (sessionId: string) =>
  callDatabase('restore_session', { session_id: sessionId });

/** With a reason, even an empty one, the teachers are notified. */
export const removeSessions = (sessionId: string, scope: Scope, reason?: string) =>
  callDatabase('remove_sessions', {
    session_id: sessionId,
    scope,
    notify_teachers: reason !== undefined,
    reason: reason ?? '',
  });

export const setCapacity = (sessionId: string, scope: Scope, capacity: number) =>
  callDatabase('set_capacity', { session_id: sessionId, scope, capacity });

export const saveOffering = (
  offering: { id: string | null; version: number },
  fields: Record<string, unknown>,
  questions?: unknown[],
) =>
  callDatabase('save_offering', {
    offering_id: offering.id,
    known_version: offering.version,
    fields,
    questions: questions ?? null,
  });

export const duplicateOffering = (offeringId: string) =>
  callDatabase('duplicate_offering', { offering_id: offeringId });

/** The teachers whose sessions are removed when an offering is archived or deleted. */
export const previewPutAway = (offeringId: string) =>
  callDatabase('preview_archive', { offering_id: offeringId });

export const archiveOffering = (offeringId: string, archived: boolean) =>
  callDatabase('archive_offering', { offering_id: offeringId, archived });

export const deleteOffering = (offeringId: string) =>
  callDatabase('delete_offering', { offering_id: offeringId });

/** The details of a database error. */
export function errorDetails<Details>(reason: unknown): Partial<Details> {
  const details = (reason as DatabaseError | null)?.details;
  if (!details) return {};
  try {
    return JSON.parse(details) as Partial<Details>;
  } catch {
    return {};
  }
}

export function errorReason(reason: unknown): string | null {
  return (reason as DatabaseError | null)?.hint ?? null;
}
