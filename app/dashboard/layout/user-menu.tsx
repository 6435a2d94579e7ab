// Who is signed in, and the way out. Stands at the foot of the menu; on a phone at the foot of the room.
import { useState } from 'react';
import { signOutHere } from '#app/backend/sign-out.ts';
import { expectSignOut } from '#app/shell/session/session-store.ts';
import { toast } from '#app/ui/toast/toast-store.ts';
import type { Role } from '#contracts/visitor.ts';
import { formatRoles } from '../sections.ts';
import { hasUnsentData } from '../teach/offline/phone-store.ts';

interface UserMenuProps {
  person: { id: string; name: string; email: string | null; phone: string | null };
  roles: Role[];
}

export function UserMenu({ person, roles }: UserMenuProps) {
  return (
    <p className="dash-who">
      <span>
        {person.name || person.email || person.phone}, {formatRoles(roles)}
      </span>
      <SignOut personId={person.id} />
    </p>
  );
}

function SignOut({ personId }: { personId: string }) {
  const [isLeaving, setLeaving] = useState(false);
  const leave = async () => {
    try {
      if (!(await emptyPhone(personId))) return;
    } catch {
      toast({
        variant: 'destructive',
        title: 'You are still signed in',
        description: 'The names on this phone could not be deleted. Try again when you are online.',
        action: { label: 'Try again', onClick: () => void leave() },
      });
      return;
    }
    setLeaving(true);
    expectSignOut(true);
    await signOutHere();
    // A whole new page: nothing of what was on the screen stays in memory.
    location.assign('/');
  };
  return (
    <button type="button" className="dash-leave" onClick={leave} aria-busy={isLeaving || undefined}>
      Sign out
    </button>
  );
}

/** A phone that keeps registers lets go of them first; false when somebody would rather stay for what waits on it. */
async function emptyPhone(personId: string): Promise<boolean> {
  if (!hasUnsentData()) return true;
  const { leavePhone } = await import('../teach/offline/leave-phone.ts');
  // A phone whose storage fails holds nothing that could be lost or found.
  return leavePhone(personId).catch(() => true);
}
