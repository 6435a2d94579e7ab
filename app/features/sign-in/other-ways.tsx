// The ways to sign in besides a password; the most common is widest.

import { type CSSProperties, useEffect, useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import { type AuthSettings, readAuthSettings } from '#app/backend/auth-settings.ts';
import { t } from '#app/language/messages.ts';
import { useSendsCodes } from './code-text.ts';

export type Provider = 'google' | 'github';

interface OtherWaysProps {
  /** Left out where they make no sense: a passkey cannot sign up. */
  onCode?: () => void;
  onPasskey?: () => void;
  onProvider(provider: Provider): void;
}

const MAX_WIDTH = 124;
const STEP = 14;

export function OtherWays({ onCode, onPasskey, onProvider }: OtherWaysProps) {
  const settings = useAuthSettings();
  const sends = useSendsCodes();
  const byCode =
    sends.mail || sends.phone
      ? t('shared.sign_in.a_code_and_a_link_by')
      : t('shared.sign_in.a_code_from_the_studio');
  const canUsePasskeys = usePasskeySupport() && settings?.passkeys_enabled !== false;
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
    ...providersOf(settings).map(([provider, name]) => ({
      label: t('shared.sign_in.continue_with_name', { name }),
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

function providersOf(settings: AuthSettings | null): [Provider, string][] {
  const all: [Provider, string][] = [
    ['google', 'Google'],
    ['github', 'GitHub'],
  ];
  return all.filter(([provider]) => settings?.external[provider]);
}

function useAuthSettings(): AuthSettings | null {
  const [settings, setSettings] = useState<AuthSettings | null>(null);
  useEffect(() => {
    readAuthSettings().then(setSettings, () => {
      // Offline: the methods that need no settings are enough.
    });
  }, []);
  return settings;
}

/** Browsers make no passkeys for IP addresses, which the server knows: nothing moves there. Old ones make none at all. */
function usePasskeySupport(): boolean {
  const root = useRouteLoaderData('root') as { settings?: { siteUrl?: string } } | undefined;
  const siteUrl = root?.settings?.siteUrl;
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
