// Who invites whom as what, for the moment in which the auth service writes the invitation's email: it knows the
// address alone. Held in memory and by address only while the invitation is being sent.
import type { Role } from '#contracts/visitor.ts';

interface InvitationNote {
  inviter: string;
  roles: Role[];
}

export interface InvitationNotes {
  during<Sent>(email: string, note: InvitationNote, send: () => Promise<Sent>): Promise<Sent>;
  find(email: string): InvitationNote | undefined;
}

export function createInvitationNotes(): InvitationNotes {
  const notes = new Map<string, InvitationNote>();
  return {
    async during(email, note, send) {
      const key = email.toLowerCase();
      notes.set(key, note);
      try {
        return await send();
      } finally {
        if (notes.get(key) === note) notes.delete(key);
      }
    },
    find: (email) => notes.get(email.toLowerCase()),
  };
}
