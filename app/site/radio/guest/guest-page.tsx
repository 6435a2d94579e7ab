// Taking part in a radio show from the browser, by a link of its host. Everyone gets the same page: the link's secret stays
// in the browser.

import { useEffect, useState } from 'react';
import { type ApiError, api } from '#app/api/api.ts';
import { t } from '#app/language/messages.ts';
import { unlistedMeta } from '#app/site/document/site-meta.ts';
import { TitledPage } from '#app/site/layout/titled-page.tsx';
import stylesheet from '#app/styles/pages/radio/guest.css?url';
import type { Invitation } from '#contracts/radio-guests.ts';
import type { Route } from './+types/guest-page.ts';
import { GuestForm } from './guest-form.tsx';
import { readGuestToken } from './guest-link.ts';
import { GuestPanel } from './guest-panel.tsx';
import { useGuest } from './use-guest.ts';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

export const meta = unlistedMeta('/radio/guest', () => [
  t('site.radio_guest.join_the_show'),
  t('site.radio_guest.page_description'),
]);

interface Link {
  token: string;
  invitation: Invitation | null;
  problem: string | null;
}

export default function GuestPage() {
  const link = useLink();
  const guest = useGuest();
  return (
    <TitledPage title={t('site.radio_guest.join_the_show')} lead={leadOf(link)}>
      <div
        className="guest"
        data-slot="guest"
        data-state={guest.news?.state ?? (guest.microphone ? 'ready' : 'new')}
      >
        <noscript>
          <p className="form-error">{t('site.radio_guest.needs_scripts')}</p>
        </noscript>
        {link?.problem ? (
          <p className="form-error" role="alert">
            {link.problem}
          </p>
        ) : guest.isIn ? (
          <GuestPanel guest={guest} />
        ) : (
          <GuestForm guest={guest} token={link?.token ?? ''} />
        )}
        <p>{t('site.radio_guest.when_you_are_heard')}</p>
        <p>{t('site.radio_guest.use_headphones')}</p>
      </div>
    </TitledPage>
  );
}

function leadOf(link: Link | null): string {
  if (!link?.invitation) return t('site.radio_guest.talk_with_the_host');
  const { host, show } = link.invitation;
  return show
    ? t('site.radio_guest.host_invites_you_to_show', { host, show })
    : t('site.radio_guest.host_invites_you', { host });
}

/** Null until the browser has read the address. */
function useLink(): Link | null {
  const [link, setLink] = useState<Link | null>(null);
  useEffect(() => {
    let isCancelled = false;
    const read = () => {
      const token = readGuestToken();
      const show = (found: Partial<Link>) => {
        if (!isCancelled) setLink({ token, invitation: null, problem: null, ...found });
      };
      if (!token) return show({ problem: t('site.radio_guest.open_the_link_again') });
      show({});
      api<Invitation>('/radio/live/invitation', { method: 'POST', body: { token } }).then(
        (invitation) => show({ invitation }),
        // Without a code there was no answer: joining tries again.
        ({ code, message }: ApiError) => show({ problem: code ? message : null }),
      );
    };
    read();
    addEventListener('hashchange', read);
    return () => {
      isCancelled = true;
      removeEventListener('hashchange', read);
    };
  }, []);
  return link;
}
