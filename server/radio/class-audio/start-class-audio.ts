// The private audio of online classes, wired up.
import type { Sql } from '#backend/database/driver/sql.ts';
import type { VisitorClients } from '../../accounts/visitor-client.ts';
import { type ClassAccess, createClassAccess } from './class-access.ts';
import { type ClassRooms, createClassRooms } from './class-rooms.ts';
import { createSpeakSockets, type SpeakSockets, type SpeakSocketsOptions } from './speak-socket.ts';

interface ClassAudio {
  readonly access: ClassAccess;
  readonly rooms: ClassRooms;
  /** Without accounts nobody can speak. */
  readonly sockets: SpeakSockets | undefined;
  close(): void;
}

type StartClassAudioOptions = Omit<SpeakSocketsOptions, 'access' | 'rooms' | 'clients'> & {
  sql: Sql;
  clients: VisitorClients | undefined;
  recheckMs?: number;
};

export function startClassAudio({ sql, clients, recheckMs, ...options }: StartClassAudioOptions): ClassAudio {
  const access = createClassAccess(sql);
  const rooms = createClassRooms({ access, recheckMs });
  const sockets = clients && createSpeakSockets({ ...options, access, rooms, clients });
  return {
    access,
    rooms,
    sockets,
    close() {
      rooms.close();
      sockets?.close();
    },
  };
}
