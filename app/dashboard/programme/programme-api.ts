// The database functions of the programme. Each throws the database's error: a message, a reason (hint) and details in
// JSON.
import { backend } from '#app/backend/backend.ts';

export type Scope = 'this' | 'following' | 'all';

interface DatabaseError {
  code: string;
  message: string;
  hint: string | null;
  details: string | null;
}

export interface Clash {
  session_id: string;
  title: string;
  starts_at: string;
  ends_at: string;
  /** Set if the room is taken. */
  room: string | null;
  /** Set if the teacher is busy. */
  teacher: string | null;
}

export interface Recipients {
  orders: number;
  places: number;
  names: string[];
}

/** A teacher who gets or loses sessions by a change, or whose sessions it moves or cancels. */
export interface NotifiedTeacher {
  name: string;
  teaches: boolean;
  dates: number;
  /** How many of them they taught before, too. */
  unchanged: number;
  /** Whether there is an account to email. */
  is_reached: boolean;
  /** The person making the change is not emailed. */
  is_self: boolean;
}

type PlannedState = 'new' | 'clash' | 'skipped' | 'closed' | 'past' | 'left out';

export interface PlannedDate {
  local_date: string;
  starts_at: string;
  ends_at: string;
  state: PlannedState;
  closed: string | null;
  clashes: Clash[];
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
  leave_out?: string[];
  on_closed_days?: boolean;
  clashes?: 'reject' | 'skip' | 'allow';
  clash_reason?: string;
}

export interface PlanAnswer {
  dates: PlannedDate[];
  made: number;
  session_ids: string[];
}

export interface SessionChanges {
  /** Days to move by; negative: earlier. */
  days?: number;
  local_time?: string;
  duration_min?: number;
  room_id?: string;
  teacher_id?: string | null;
  /** The version shown on screen, so that a session someone else moved meanwhile is not moved again by mistake. */
  was?: number;
}

export interface ChangedDate {
  id: string;
  status: 'planned' | 'cancelled';
  from: string;
  to: string;
  ends_at: string;
  room_from: string;
  room_to: string;
  teacher_to: string | null;
  is_moved: boolean;
  is_past: boolean;
  closed: string | null;
  seats: number;
  clashes: Clash[];
}

export interface ChangePreview {
  dates: ChangedDate[];
  recipients: Recipients;
  teachers: NotifiedTeacher[];
}

export interface CancelPreview {
  dates: { id: string; starts_at: string; seats: number }[];
  recipients: Recipients;
  teachers: NotifiedTeacher[];
  waiting: number;
  refund_cents: number;
  credit_cents: number;
}

async function call<Answer>(name: string, args: Record<string, unknown>): Promise<Answer> {
  const client = await backend();
  const { data, error } = await client.rpc(name, args);
  if (error) throw error;
  return data as Answer;
}

export const planDates = (offeringId: string, plan: DatePlan, { dryRun }: { dryRun: boolean }) =>
  call<PlanAnswer>('plan_dates', { offering_id: offeringId, plan, dry_run: dryRun });

export const previewChange = (sessionId: string, scope: Scope, changes: SessionChanges) =>
  call<ChangePreview>('preview_change', { session_id: sessionId, scope, changes });

export const changeSessions = (
  sessionId: string,
  scope: Scope,
  changes: SessionChanges,
  clashReason?: string,
) =>
  call<number>('change_sessions', {
    session_id: sessionId,
    scope,
    changes,
    clash_reason: clashReason?.trim() || null,
  });

export const previewCancel = (sessionId: string, scope: Scope) =>
  call<CancelPreview>('preview_cancel', { session_id: sessionId, scope });

export const cancelSessions = (sessionId: string, scope: Scope, reason: string) =>
  call<{ dates: number; places: number }>('cancel_sessions', { session_id: sessionId, scope, reason });

export const restoreSession = (sessionId: string) =>
  call<{ teachers: NotifiedTeacher[] }>('restore_session', { session_id: sessionId });

/** With a reason, even an empty one, the teachers are notified. */
export const removeSessions = (sessionId: string, scope: Scope, reason?: string) =>
  call<{ removed: number; remaining: number }>('remove_sessions', {
    session_id: sessionId,
    scope,
    notify_teachers: reason !== undefined,
    reason: reason ?? '',
  });

export const setCapacity = (sessionId: string, scope: Scope, capacity: number) =>
  call<number>('set_capacity', { session_id: sessionId, scope, capacity });

export interface SavedOffering {
  id: string;
  version: number;
  slug: string;
  published_at: string | null;
}

export const saveOffering = (
  offering: { id: string | null; version: number },
  fields: Record<string, unknown>,
  questions?: unknown[],
) =>
  call<SavedOffering>('save_offering', {
    offering_id: offering.id,
    known_version: offering.version,
    fields,
    questions: questions ?? null,
  });

export const duplicateOffering = (offeringId: string) =>
  call<string>('duplicate_offering', { offering_id: offeringId });

/** The teachers whose sessions are removed when an offering is archived or deleted. */
export const previewPutAway = (offeringId: string) =>
  call<{ teachers: NotifiedTeacher[] }>('preview_archive', { offering_id: offeringId });

export const archiveOffering = (offeringId: string, archived: boolean) =>
  call<null>('archive_offering', { offering_id: offeringId, archived });

export const deleteOffering = (offeringId: string) =>
  call<null>('delete_offering', { offering_id: offeringId });

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
