// Who is signed in, and the sign-out button. At the foot of the sidebar; on phones at the foot of the page.

import { useState } from 'react';
import { signOutHere } from '#app/backend/sign-out.ts';
import { localPath } from '#app/language/language-path.ts';
import { t } from '#app/language/messages.ts';
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
    <p className="dash-user">
      <span>
        {person.name || person.email || person.phone}, {formatRoles(roles)}
      </span>
      <SignOut personId={person.id} />
    </p>
  );
}

function SignOut({ personId }: { personId: string }) {
  const [isSigningOut, setSigningOut] = useState(false);
  const signOut = async () => {
    try {
      if (!(await clearPhone(personId))) return;
    } catch {
      toast({
        variant: 'destructive',
        title: t('dashboard.layout.you_are_still_signed_in'),
        description: t('dashboard.layout.the_names_on_this_phone_could'),
        action: { label: t('dashboard.common.try_again'), onClick: () => void signOut() },
      });
      return;
    }
    setSigningOut(true);
    expectSignOut(true);
    await signOutHere();
    // A full page load: nothing of what was on the screen stays in memory.
    location.assign(localPath('/'));
  };
  return (
    <button type="button" className="dash-sign-out" onClick={signOut} aria-busy={isSigningOut || undefined}>
      {t('dashboard.layout.sign_out')}
    </button>
  );
}

/** Deletes registers stored on this phone first; false when the person stays signed in to send them. */
async function clearPhone(personId: string): Promise<boolean> {
  if (!hasUnsentData()) return true;
  const { leavePhone } = await import('../teach/offline/leave-phone.ts');
  // If storage fails, there is nothing on the phone to lose.
  return leavePhone(personId).catch(() => true);
}
