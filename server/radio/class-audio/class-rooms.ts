// The online classes that someone speaks or listens in. Rights are checked again and again: a cancelled place, another
// teacher or the end of the time ends the connection within a minute.
import { type StationText, stationText } from '#radio/station-text.ts';
import { type ClassAccess, type ClassSession, holderKey } from './class-access.ts';
import { type ClassRoom, createClassRoom } from './class-room.ts';
import { classWindow } from './class-window.ts';

export interface ClassRooms {
  find(sessionId: string): ClassRoom | undefined;
  open(session: ClassSession): ClassRoom;
  /** Asks again at once who may be in it. */
  recheck(room: ClassRoom): Promise<void>;
  /** Another process takes over: pages connect again. */
  endAll(): void;
  close(): void;
}

const TICK_MS = 100;
const RECHECK_MS = 20_000;

export function createClassRooms(options: {
  access: Pick<ClassAccess, 'findClass' | 'findSpeaker' | 'placesOf'>;
  recheckMs?: number;
}): ClassRooms {
  const { access, recheckMs = RECHECK_MS } = options;
  const rooms = new Map<string, ClassRoom>();
  let ticking: ReturnType<typeof setInterval> | undefined;

  function tick(): void {
    for (const [id, room] of rooms) {
      room.tick();
      if (room.isEmpty) rooms.delete(id);
    }
    if (rooms.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  }

  function end(room: ClassRoom, reason: StationText | undefined): void {
    room.close(reason);
    // Meanwhile another one may have begun.
    if (rooms.get(room.session.id) === room) rooms.delete(room.session.id);
  }

  function endClosed(room: ClassRoom): boolean {
    const { state } = classWindow(room.session, Date.now());
    // A date that moved to later is not over.
    if (state !== 'open')
      end(room, stationText(state === 'over' ? 'class_audio_over' : 'class_audio_closed'));
    return state !== 'open';
  }

  async function recheck(room: ClassRoom): Promise<void> {
    const { id } = room.session;
    const found = await access.findClass(id);
    if (!found) return end(room, stationText('class_not_online'));
    room.session = found;
    if (endClosed(room)) return;
    const { speaker, holders } = room;
    if (speaker && !(await access.findSpeaker(id, speaker)) && room.speaker === speaker)
      room.endSpeaker(stationText('no_longer_has_access', { name: speaker.name }));
    const places = await access.placesOf(id, holders);
    for (const holder of holders) if (!places.get(holderKey(holder))) room.dismiss(holder);
  }

  let isChecking = false;
  async function recheckAll(): Promise<void> {
    // Without the database everything stays as it is until the time is over.
    const open = [...rooms.values()].filter((room) => !endClosed(room));
    if (isChecking) return;
    isChecking = true;
    for (const room of open)
      if (rooms.get(room.session.id) === room) await recheck(room).catch(() => undefined);
    isChecking = false;
  }
  const checking = setInterval(() => void recheckAll(), recheckMs);
  checking.unref();

  function endAll(): void {
    for (const room of [...rooms.values()]) end(room, undefined);
  }

  return {
    find: (sessionId) => rooms.get(sessionId),
    open(session) {
      const room = rooms.get(session.id) ?? createClassRoom(session);
      room.session = session;
      rooms.set(session.id, room);
      ticking ??= setInterval(tick, TICK_MS).unref();
      return room;
    },
    recheck,
    endAll,
    close() {
      clearInterval(checking);
      clearInterval(ticking);
      endAll();
    },
  };
}
