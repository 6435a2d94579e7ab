// What pages know about the program. Never a secret: it is sent to every visitor.
import type { PublicSettings } from '#app/site-context.ts';
import { signInProviders } from '#contracts/sign-in-providers.ts';
import type { Config } from './config.ts';
import type { MailSettings } from './mail/mail-settings.ts';
import type { CardSettings } from './payments/card-settings.ts';
import type { Secrets } from './secrets.ts';

export function createPublicSettings(
  config: Config,
  secrets: Secrets,
  { mail, cards }: { mail: MailSettings; cards: Pick<CardSettings, 'takesCards'> },
): PublicSettings {
  return {
    siteUrl: config.siteUrl,
    // The page's own origin, unless the studio configures another.
    apiBaseUrl: config.apiBaseUrl === config.siteUrl ? '' : config.apiBaseUrl,
    environment: config.environment,
    streamUrl: config.radio.streamUrl ?? '/radio/live.mp3',
    // Getters: keys and a mail server may be set while the program runs.
    get takesCards() {
      return cards.takesCards;
    },
    get sendsMail() {
      return mail.isProven;
    },
    get hasMailServer() {
      return mail.isConnected;
    },
    // A hosted backend sends its own emails.
    get sendsCodes() {
      return {
        mail: mail.isConnected || config.backendUrl !== undefined,
        phone: config.smsWebhook !== undefined || config.backendUrl !== undefined,
      };
    },
    signInProviders: config.backendUrl ? null : signInProviders.filter((name) => config.auth[name]),
    turnstileSiteKey: config.turnstile?.siteKey ?? null,
    analyticsId: config.analyticsId ?? null,
    backendUrl: config.backendUrl ?? '',
    storageUrl: config.storageUrl ?? config.backendUrl ?? '',
    anonKey: secrets.anonKey,
    cookieDomain: config.cookieDomain ?? null,
  };
}
