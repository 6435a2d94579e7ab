import { t } from '#app/language/messages.ts';
export interface Editor {
  userId: string;
  name: string;
}

/** Everyone once, by name; the same person in a second window is named as such. */
export function otherEditorNames(
  present: Record<string, readonly Editor[]>,
  self: { window: string; userId: string },
): string[] {
  const names = Object.entries(present)
    .filter(([window]) => window !== self.window)
    .flatMap(([, editors]) => editors.slice(-1))
    .map(({ userId, name }) =>
      userId === self.userId ? t('dashboard.realtime.you_in_another_window') : name,
    );
  return [...new Set(names)].sort((one, other) => one.localeCompare(other));
}

/** "Ana", "Ana and Teo", "Ana, Teo and 2 more" */
export function listNames(names: readonly string[]): string {
  if (names.length <= 2) return names.join(' and ');
  if (names.length === 3)
    return t('dashboard.realtime.names_names2_and_names3', {
      names: names[0] ?? '',
      names2: names[1] ?? '',
      names3: names[2] ?? '',
    });
  return t('dashboard.realtime.names_names2_and_value_more', {
    names: names[0] ?? '',
    names2: names[1] ?? '',
    value: names.length - 2,
  });
}
