import { formatList } from '#app/language/list.ts';
import { currentLanguage, t } from '#app/language/messages.ts';

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
  return [...new Set(names)].sort((one, other) => one.localeCompare(other, currentLanguage().locale));
}

/** "Ana", "Ana and Teo", "Ana, Teo and 2 more" */
export function listNames(names: readonly string[]): string {
  const [first = '', second = '', ...more] = names;
  if (more.length <= 1) return formatList(names);
  return t('dashboard.realtime.two_names_and_more', { first, second, count: more.length });
}
