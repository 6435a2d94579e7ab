// The views that a person saved for a list and the columns they hid. Stored in the browser: a view is an address, which can
// also be sent or bookmarked, so nothing is lost with the browser that could not be set again.

import { useSyncExternalStore } from 'react';
import { useCurrentUser } from '../use-current-user.ts';
import { filterOf } from './list-query.ts';

export interface SavedView {
  name: string;
  /** The filter as a query string (list-query.ts). */
  filter: string;
}

export interface ListSettings {
  views: readonly SavedView[];
  hiddenColumns: readonly string[];
}

export const NO_SETTINGS: ListSettings = { views: [], hiddenColumns: [] };
const MAX_VIEWS = 12;
export const MAX_NAME_LENGTH = 40;

/** What was stored, or nothing where it is not readable. */
export function readSettings(stored: string | null): ListSettings {
  try {
    const found: unknown = JSON.parse(stored ?? '');
    if (typeof found !== 'object' || found === null) return NO_SETTINGS;
    const { views, hiddenColumns } = found as Record<string, unknown>;
    return {
      views: Array.isArray(views) ? views.filter(isView).slice(0, MAX_VIEWS) : [],
      hiddenColumns: Array.isArray(hiddenColumns)
        ? hiddenColumns.filter((id): id is string => typeof id === 'string')
        : [],
    };
  } catch {
    return NO_SETTINGS;
  }
}

function isView(view: unknown): view is SavedView {
  if (typeof view !== 'object' || view === null) return false;
  const { name, filter } = view as Record<string, unknown>;
  return typeof name === 'string' && name !== '' && typeof filter === 'string';
}

/** A name stands for one view: saving it again replaces its filter. */
export function withView(settings: ListSettings, { name, filter }: SavedView): ListSettings {
  const saved = { name: name.trim().slice(0, MAX_NAME_LENGTH), filter: filterOf(filter) };
  if (!saved.name) return settings;
  const others = settings.views.filter((view) => view.name !== saved.name);
  return { ...settings, views: [...others, saved].slice(-MAX_VIEWS) };
}

export function withoutView(settings: ListSettings, name: string): ListSettings {
  return { ...settings, views: settings.views.filter((view) => view.name !== name) };
}

export function withColumn(settings: ListSettings, id: string, isShown: boolean): ListSettings {
  const others = settings.hiddenColumns.filter((hidden) => hidden !== id);
  return { ...settings, hiddenColumns: isShown ? others : [...others, id] };
}

const listeners = new Set<() => void>();
const read = new Map<string, { stored: string | null; settings: ListSettings }>();
/** Where the browser stores nothing, settings last as long as the page. */
const unstored = new Map<string, string>();

function storedAt(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? unstored.get(key) ?? null;
  } catch {
    return unstored.get(key) ?? null;
  }
}

function settingsAt(key: string): ListSettings {
  const stored = storedAt(key);
  const before = read.get(key);
  if (before?.stored === stored) return before.settings;
  const settings = readSettings(stored);
  read.set(key, { stored, settings });
  return settings;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** The settings of a list for the signed-in person, and how to change them. */
export function useListSettings(list: string): [ListSettings, (next: ListSettings) => void] {
  const { person } = useCurrentUser();
  const key = `onda:list:${list}:${person.id}`;
  const settings = useSyncExternalStore(
    subscribe,
    () => settingsAt(key),
    () => NO_SETTINGS,
  );
  const save = (next: ListSettings) => {
    const text = JSON.stringify(next);
    try {
      localStorage.setItem(key, text);
    } catch {
      unstored.set(key, text);
    }
    for (const listener of listeners) listener();
  };
  return [settings, save];
}
