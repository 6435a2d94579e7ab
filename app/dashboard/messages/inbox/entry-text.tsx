import { rich, t } from '#app/language/messages.ts';
import type { MessageEntry } from '#contracts/messages.ts';

/** A history entry as a sentence: who did what. */
export function EntryText({ entry: { kind, body, by } }: { entry: MessageEntry }) {
  const who = { author: by || t('dashboard.common.someone'), b: (text: React.ReactNode) => <b>{text}</b> };
  if (kind === 'assigned') {
    // The words that the database notes instead of a name.
    if (body === 'nobody') return rich('dashboard.messages.entry_unassigned', who);
    if (body === 'someone') return rich('dashboard.messages.entry_assigned_to_someone', who);
    return rich('dashboard.messages.entry_assigned', { ...who, name: body });
  }
  if (kind === 'state') return rich('dashboard.messages.entry_state', { ...who, state: body });
  return kind === 'reply'
    ? rich('dashboard.messages.entry_replied', who)
    : rich('dashboard.messages.entry_note', who);
}
