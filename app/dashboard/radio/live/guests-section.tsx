// Guests in the show: invite them by a link, put them on air, set their level, talk to them off air.

import { clockTime } from '#app/language/format-time.ts';
import { localPath } from '#app/language/language-path.ts';
import { t } from '#app/language/messages.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { MAX_GUESTS } from '#contracts/radio-guests.ts';
import { useStudio } from '../../use-studio.ts';
import { CopyButton } from '../copy-button.tsx';
import type { LineNews } from './guest-line.ts';
import { GuestRow } from './guest-row.tsx';
import { TalkbackButton } from './talkback-button.tsx';
import type { Broadcaster } from './use-broadcast.ts';
import { useGuests } from './use-guests.ts';

export function GuestsSection({ broadcaster }: { broadcaster: Broadcaster }) {
  const { line, guests, invitations, problem, isConnected } = useGuests(broadcaster);
  const isOnAir = broadcaster.news?.state === 'on-air';
  return (
    <section className="guests" data-slot="radio-guests">
      <h3>{t('dashboard.guests.guests')}</h3>
      {guests.length === 0 && invitations.length === 0 && (
        <p className="dash-quiet">{t('dashboard.guests.no_guests_yet', { count: MAX_GUESTS })}</p>
      )}
      {line && guests.length > 0 && (
        <>
          <ul className="guests-list">
            {guests.map((guest) => (
              <GuestRow key={guest.seat} guest={guest} line={line} isOnAir={isOnAir} />
            ))}
          </ul>
          <TalkbackButton onChange={line.setTalkback} />
          <p className="dash-quiet">{t('dashboard.guests.you_hear_muted_guests')}</p>
        </>
      )}
      {invitations.map((invitation) => (
        <InvitationLink
          key={invitation.id}
          invitation={invitation}
          onRevoke={() => line?.revoke(invitation.id)}
        />
      ))}
      {problem && (
        <p className="form-error" role="alert">
          {problem}
        </p>
      )}
      <p role="status" className="guests-status">
        {line && !isConnected && !problem && t('dashboard.guests.reconnecting')}
      </p>
      <div>
        <Button variant="tertiary" size="sm" disabled={!line || !isConnected} onClick={() => line?.invite()}>
          {t('dashboard.guests.invite_a_guest')}
        </Button>
      </div>
    </section>
  );
}

interface InvitationLinkProps {
  invitation: LineNews['invitations'][number];
  onRevoke(): void;
}

function InvitationLink({ invitation, onRevoke }: InvitationLinkProps) {
  const { studio, settings } = useStudio();
  const { token, createdAt } = invitation;
  // Browsers do not send what comes after the #: no server and no proxy writes the token down.
  const link = token && `${settings.siteUrl}${localPath('/radio/guest')}#${token}`;
  const time = clockTime(new Date(createdAt), studio.zone);
  return (
    <div className="guests-link">
      {link ? (
        <>
          <code data-slot="guest-link">{link}</code>
          <p className="dash-quiet">{t('dashboard.guests.send_this_link_to_one_person')}</p>
        </>
      ) : (
        <p className="dash-quiet">{t('dashboard.guests.link_created_at', { time })}</p>
      )}
      <div className="live-actions">
        {link && (
          <CopyButton
            text={link}
            label={t('dashboard.radio.copy_label', { label: t('dashboard.guests.link_of_a_guest') })}
          />
        )}
        <LinkButton onClick={onRevoke}>{t('dashboard.guests.revoke_link')}</LinkButton>
      </div>
    </div>
  );
}
