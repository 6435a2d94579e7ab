// Who else has the same item open, and whether someone saved it meanwhile. Sent between browsers on a private channel
// for staff; the database decides whether a save conflicts (save-versioned.ts).

import { useCallback, useEffect, useRef, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { t } from '#app/language/messages.ts';
import { useCurrentUser } from '../use-current-user.ts';
import { type Editor, otherEditorNames } from './editor-names.ts';

export interface Editors {
  /** Names of those who have it open besides this window. */
  others: string[];
  /** Who saved it since this window loaded it. */
  changedBy: string | null;
  /** Announces that this window has just saved it. */
  announceSaved(): void;
  /** Call after this window has reloaded it. */
  forgetChange(): void;
}

/** `item` names what is edited, such as `post:${id}`; null while noitem is open. */
export function useEditors(item: string | null): Editors {
  const { person } = useCurrentUser();
  const [others, setOthers] = useState<string[]>([]);
  const [changedBy, setChangedBy] = useState<string | null>(null);
  const announce = useRef<() => void>(() => {});
  const name = person.name || person.email || t('dashboard.common.someone');
  const userId = person.id;

  useEffect(() => {
    if (!item) return;
    let isCancelled = false;
    let removeChannel = () => {};
    const window = `${userId}:${Math.random().toString(36).slice(2)}`;
    const join = async () => {
      const client = await backend();
      await client.realtime.setAuth();
      if (isCancelled) return;
      const channel = client.channel(`editing:${item}`, {
        config: { private: true, presence: { key: window } },
      });
      channel
        .on('presence', { event: 'sync' }, () =>
          setOthers(otherEditorNames(channel.presenceState<Editor>(), { window, userId })),
        )
        .on('broadcast', { event: 'saved' }, ({ payload }) => setChangedBy(String(payload?.name ?? '')))
        .subscribe((status) => {
          if (status === 'SUBSCRIBED') void channel.track({ userId, name } satisfies Editor);
        });
      announce.current = () => void channel.send({ type: 'broadcast', event: 'saved', payload: { name } });
      removeChannel = () => void client.removeChannel(channel);
    };
    // Without the channel editing still works.
    join().catch(() => {});
    return () => {
      isCancelled = true;
      announce.current = () => {};
      setOthers([]);
      setChangedBy(null);
      removeChannel();
    };
  }, [item, userId, name]);

  return {
    others,
    changedBy,
    announceSaved: useCallback(() => announce.current(), []),
    forgetChange: useCallback(() => setChangedBy(null), []),
  };
}
