// Who is signed in. The name opens what belongs to the person: bookings, passes, security, text size, sign out.

import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { signOutHere } from '#app/backend/sign-out.ts';
import { localPath } from '#app/language/language-path.ts';
import { t } from '#app/language/messages.ts';
import { TextSize } from '#app/shell/document/text-size.tsx';
import { radioPlayer } from '#app/shell/radio-player/player-store.ts';
import { expectSignOut } from '#app/shell/session/session-store.ts';
import { NavLink } from '#app/ui/link.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import type { Role } from '#contracts/visitor.ts';
import { formatRoles } from '../format-roles.ts';
import type { MenuItem } from '../sections.ts';
import { hasUnsentData } from '../teach/offline/phone-store.ts';
import { useStudio } from '../use-studio.ts';

interface UserMenuProps {
  person: { id: string; name: string; email: string | null; phone: string | null };
  roles: Role[];
  items: readonly MenuItem[];
  onShortcuts(): void;
}

export function UserMenu({ person, roles, items, onShortcuts }: UserMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const { sections } = useStudio();
  const { pathname } = useLocation();
  // Open only on the page it was opened on, so that it closes on navigation.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === pathname;
  const close = () => setOpenAt(null);
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (!menu.current?.contains(target as Node)) setOpenAt(null);
    };
    addEventListener('pointerdown', closeOutside);
    return () => removeEventListener('pointerdown', closeOutside);
  }, []);
  return (
    <details
      ref={menu}
      className="dash-user"
      data-slot="user-menu"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpenAt(currentTarget.open ? pathname : null)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.preventDefault();
        close();
        menu.current?.querySelector('summary')?.focus();
      }}
    >
      <summary>
        <b>{person.name || person.email || person.phone}</b>
        <span className="sr-only">, </span>
        <span>{formatRoles(roles)}</span>
      </summary>
      <ul>
        {items.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to}>{label}</NavLink>
          </li>
        ))}
        <li className="dash-user-cut dash-user-text">
          <span aria-hidden="true">{t('shared.shell.text_size')}</span>
          <TextSize />
        </li>
        {sections.linked.includes('radio') && (
          <li>
            <button
              type="button"
              onClick={() => {
                close();
                radioPlayer.showBar();
              }}
            >
              {t('dashboard.layout.show_radio')}
            </button>
          </li>
        )}
        <li className="dash-user-keys">
          <button
            type="button"
            aria-keyshortcuts="?"
            onClick={() => {
              close();
              onShortcuts();
            }}
          >
            {t('dashboard.command_palette.shortcuts')}
          </button>
        </li>
        <li className="dash-user-cut">
          <SignOut personId={person.id} />
        </li>
      </ul>
    </details>
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
    <button type="button" onClick={signOut} aria-busy={isSigningOut || undefined}>
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
