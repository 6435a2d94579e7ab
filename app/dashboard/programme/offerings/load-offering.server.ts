// One offering with its upcoming sessions and its history, as staff may read it.

import { studioZone } from '#app/backend/studio-zone.ts';
import { t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import type { StudioClient } from '#contracts/studio-client.ts';
import { readNames } from '../read-names.server.ts';
import { OFFERING_SELECT } from './offering.ts';

export interface OfferingDate {
  id: string;
  series_id: string | null;
  starts_at: string;
  ends_at: string;
  status: 'planned' | 'cancelled';
  room: { name: string };
  teacher: { name: string } | null;
  pool: { capacity: number; taken: number; waiting: number; seats: number };
}

const SHOWN_DATES = 40;
const SHOWN_EVENTS = 8;

export async function loadOffering(backend: StudioClient, id: string, now: Date) {
  const [offering, dates, events, zone] = await Promise.all([
    backend
      .from('offerings')
      .select(OFFERING_SELECT)
      .eq('id', id)
      .order('position', { referencedTable: 'questions' })
      .maybeSingle(),
    backend
      .from('sessions')
      .select(
        'id,series_id,starts_at,ends_at,status,room:rooms(name),teacher:people(name),pool:capacity_pools(capacity,taken,waiting,seats)',
        { count: 'exact' },
      )
      .eq('offering_id', id)
      .gt('ends_at', now.toISOString())
      .order('starts_at')
      .order('id')
      .limit(SHOWN_DATES),
    backend
      .from('timeline')
      .select('id,at,actor,what,details')
      .eq('offering_id', id)
      .order('id', { ascending: false })
      .limit(SHOWN_EVENTS),
    studioZone(backend),
  ]);
  for (const { error } of [offering, dates, events]) if (error) throw error;
  if (!offering.data) return null;
  const nameOf = await readNames(backend, events.data ?? []);
  return {
    offering: offering.data,
    dates: dates.data ?? [],
    total: dates.count ?? 0,
    history: (events.data ?? []).map(({ id: event, at, actor, what, details }) => ({
      id: event,
      at: since(new Date(at), now, zone),
      by: nameOf(actor) || null,
      what: formatEvent(what, details),
    })),
  };
}

function formatEvent(what: string, details: Record<string, unknown>): string {
  const count = Number(details.dates);
  switch (what) {
    case 'changed': {
      const fields = Object.keys(details).map(formatField);
      return fields.length > 0
        ? t('dashboard.programme.changed_fields', { fields: fields.join(', ') })
        : t('dashboard.programme.event_saved');
    }
    case 'made':
      return t('dashboard.programme.event_created');
    case 'archived':
      return t('dashboard.programme.event_archived');
    case 'restored':
      return t('dashboard.programme.event_restored');
    case 'planned dates':
      return t('dashboard.programme.event_planned_sessions', { count });
    case 'removed sessions':
      return t('dashboard.programme.event_removed_sessions', { count });
    default:
      return what.charAt(0).toUpperCase() + what.slice(1);
  }
}

/** The fields of an offering as its history names them. */
const CHANGED_FIELDS = {
  title: 'dashboard.programme.changed_title',
  slug: 'dashboard.programme.changed_address',
  kind: 'dashboard.programme.changed_kind',
  discipline: 'dashboard.programme.changed_discipline',
  level: 'dashboard.programme.changed_level',
  age_from: 'dashboard.programme.changed_age_from',
  age_to: 'dashboard.programme.changed_age_to',
  summary: 'dashboard.programme.changed_summary',
  body: 'dashboard.programme.changed_description',
  bring: 'dashboard.programme.changed_what_to_bring',
  access: 'dashboard.programme.changed_accessibility',
  price_cents: 'dashboard.programme.changed_price',
  usual_capacity: 'dashboard.programme.changed_places',
  teacher_id: 'dashboard.programme.changed_teacher',
  policy_id: 'dashboard.programme.changed_policy',
  media_id: 'dashboard.programme.changed_picture',
  published_at: 'dashboard.programme.changed_publication',
} as const;

function formatField(name: string): string {
  return Object.hasOwn(CHANGED_FIELDS, name)
    ? t(CHANGED_FIELDS[name as keyof typeof CHANGED_FIELDS])
    : name.replace(/_/g, ' ');
}
