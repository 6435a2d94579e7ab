// Addresses muted in the chat beyond this show, with a button to unmute.

import { RowAction } from '#app/dashboard/forms/row-action.tsx';
import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { shortDate } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { useStudio } from '../../use-studio.ts';
import type { AddressMute } from './read-mutes.ts';

interface MutedAddressesProps {
  mutes: AddressMute[];
  onLift(mute: AddressMute): void;
}

export function MutedAddresses({ mutes, onLift }: MutedAddressesProps) {
  const { zone } = useStudio().studio;
  if (mutes.length === 0) return null;
  return (
    <ul className="dash-list chat-muted" aria-label={t('dashboard.radio.muted_addresses')}>
      {mutes.map((mute) => (
        <li key={mute.id}>
          <RowText title={mute.name}>
            {t('dashboard.radio.address_muted_from_until', {
              from: shortDate(new Date(mute.muted_at), zone),
              until: shortDate(new Date(mute.ends_at), zone),
            })}
          </RowText>
          <RowAction
            label={t('dashboard.radio.unmute')}
            name={t('dashboard.radio.unmute_address_of', { name: mute.name })}
            onClick={() => onLift(mute)}
          />
        </li>
      ))}
    </ul>
  );
}
