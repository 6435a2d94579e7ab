// Who else has the same thing open, and whether somebody kept it meanwhile. Told from browser to browser on a private
// channel that only staff may join; whether a save is still allowed is for the database to say (save-versioned.ts).
import { useCallback, useEffect, useRef, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { useCurrentUser } from '../use-current-user.ts';
import { type Editor, otherEditorNames } from './editor-names.ts';

export interface Editors {
  /** Names of those who have it open besides this window. */
  others: string[];
  /** Who kept it since this window read it; null: nobody that we know of. */
  changedBy: string | null;
  /** Say that this window has just kept it. */
  announceSaved(): void;
  /** This window has read it anew. */
  forgetChange(): void;
}

/** `thing` names what is edited, such as `post:${id}`; null while nothing is open. */
export function useEditors(thing: string | null): Editors {
  const { person } = useCurrentUser();
  const [others, setOthers] = useState<string[]>([]);
  const [changedBy, setChangedBy] = useState<string | null>(null);
  const say = useRef<() => void>(() => {});
  const name = person.name || person.email || 'Somebody';
  const userId = person.id;

  useEffect(() => {
    if (!thing) return;
    let isGone = false;
    let leave = () => {};
    const window = `${userId}:${Math.random().toString(36).slice(2)}`;
    const join = async () => {
      const client = await backend();
      await client.realtime.setAuth();
      if (isGone) return;
      const channel = client.channel(`editing:${thing}`, {
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
      say.current = () => void channel.send({ type: 'broadcast', event: 'saved', payload: { name } });
      leave = () => void client.removeChannel(channel);
    };
    // Without the channel everything works; only nobody is told.
    join().catch(() => {});
    return () => {
      isGone = true;
      say.current = () => {};
      setOthers([]);
      setChangedBy(null);
      leave();
    };
  }, [thing, userId, name]);

  return {
    others,
    changedBy,
    announceSaved: useCallback(() => say.current(), []),
    forgetChange: useCallback(() => setChangedBy(null), []),
  };
}
