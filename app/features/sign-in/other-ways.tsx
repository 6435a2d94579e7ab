// The ways to sign in besides a password; the most common is widest.

import { type CSSProperties, useEffect, useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import { type AuthSettings, readAuthSettings } from '#app/backend/auth-settings.ts';
import { t } from '#app/language/messages.ts';
import { SIGN_IN_PROVIDERS, type SignInProvider, signInProviders } from '#contracts/sign-in-providers.ts';
import { useSendsCodes } from './code-text.ts';

interface OtherWaysProps {
  /** Left out where they make no sense: a passkey cannot sign up. */
  onCode?: () => void;
  onPasskey?: () => void;
  onProvider(provider: SignInProvider): void;
}

const MAX_WIDTH = 124;
const STEP = 14;

export function OtherWays({ onCode, onPasskey, onProvider }: OtherWaysProps) {
  const { providers, hasPasskeys } = useAuthSettings();
  const sends = useSendsCodes();
  const byCode =
    sends.mail || sends.phone
      ? t('shared.sign_in.a_code_and_a_link_by')
      : t('shared.sign_in.a_code_from_the_studio');
  const canUsePasskeys = usePasskeySupport() && hasPasskeys;
  const ways: { label: string; hint: string; choose(): void }[] = [
    ...(canUsePasskeys && onPasskey
      ? [
          {
            label: t('shared.sign_in.use_a_passkey'),
            hint: t('shared.sign_in.fingerprint_face_or_security_key'),
            choose: onPasskey,
          },
        ]
      : []),
    ...(onCode ? [{ label: t('shared.sign_in.send_me_a_code'), hint: byCode, choose: onCode }] : []),
    ...providers.map((provider) => ({
      label: t('shared.sign_in.continue_with_name', { name: SIGN_IN_PROVIDERS[provider] }),
      hint: '',
      choose: () => onProvider(provider),
    })),
  ];
  if (ways.length === 0) return null;
  return (
    <section className="ways" aria-labelledby="other-ways">
      <h2 id="other-ways">{t('shared.sign_in.other_ways_to_sign_in')}</h2>
      <ul>
        {ways.map(({ label, hint, choose }, index) => (
          <li key={label}>
            <button
              type="button"
              className="way"
              style={{ '--near': `${MAX_WIDTH - index * STEP}%` } as CSSProperties}
              onClick={choose}
            >
              <b>{label}</b> <span>{hint}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Our own backend's are part of the page. A hosted one is asked; offline, the methods without a provider are enough. */
function useAuthSettings(): { providers: readonly SignInProvider[]; hasPasskeys: boolean } {
  const known = usePageSettings().signInProviders;
  const [answer, setAnswer] = useState<AuthSettings | null>(null);
  useEffect(() => {
    if (!known) readAuthSettings().then(setAnswer, () => undefined);
  }, [known]);
  return {
    providers: known ?? signInProviders.filter((provider) => answer?.external[provider]),
    hasPasskeys: answer?.passkeys_enabled !== false,
  };
}

interface PageSettings {
  siteUrl?: string;
  signInProviders?: SignInProvider[] | null;
}

function usePageSettings(): PageSettings {
  const root = useRouteLoaderData('root') as { settings?: PageSettings } | undefined;
  return root?.settings ?? {};
}

/** Browsers make no passkeys for IP addresses, which the server knows: nothing moves there. Old ones make none at all. */
function usePasskeySupport(): boolean {
  const { siteUrl } = usePageSettings();
  const [isSupported, setSupported] = useState(!siteUrl || !isNumeric(new URL(siteUrl).hostname));
  useEffect(() => setSupported(supportsPasskeys()), []);
  return isSupported;
}

export function supportsPasskeys(): boolean {
  return !isNumeric(location.hostname) && 'credentials' in navigator && 'PublicKeyCredential' in window;
}

function isNumeric(hostname: string): boolean {
  return /^[\d.]+$|:/.test(hostname);
}
