// Builds the auth service from configuration and secrets, with its emails and an outbox.
// Decides nothing about accounts: see backend/auth.
import { isIP } from 'node:net';
import { type Auth, createAuth } from '#backend/auth/create-auth.ts';
import type { CreateAuthOptions } from '#backend/auth/options.ts';
import { isSameText } from '#backend/auth/tokens/secrets.ts';
import type { Sql } from '#backend/database/driver/sql.ts';
import { bearerToken } from '#backend/gateway/identify-caller.ts';
import type { RateLimiter } from '#backend/limits/rate-limiter.ts';
import type { Config } from '../config.ts';
import { CONFIRM_PATH } from '../http/confirm-page.ts';
import { inLanguage } from '../language/current-language.ts';
import type { Logger } from '../logger.ts';
import type { Outbox } from '../mail/mail.ts';
import { createOutboxSmsSender, type SmsSender } from '../mail/sms.ts';
import { composeAuthMail } from '../mail/templates/auth-mail.ts';
import { composeAuthSms } from '../mail/templates/auth-sms.ts';
import type { MailStudio } from '../mail/templates/mail-studio.ts';
import type { Secrets } from '../secrets.ts';
import type { InvitationNotes } from './invitation-notes.ts';

export type VerifyCaptcha = NonNullable<CreateAuthOptions['verifyCaptcha']>;

export interface AuthParts {
  config: Config;
  secrets: Secrets;
  sql: Sql;
  outbox: Outbox;
  sms?: SmsSender;
  /** How the studio signs its messages. */
  mailStudio: () => Promise<MailStudio>;
  /** The language of messages to an account, where accounts have one. */
  emailLanguage?: (userId: string, pageUrl?: string) => Promise<string>;
  /** Who invites, for the email that is being written. */
  invitations?: Pick<InvitationNotes, 'find'>;
  clientIp: (request: Request) => string;
  limiter?: RateLimiter;
  /** The bot check; without it nothing is checked. */
  verifyCaptcha?: VerifyCaptcha;
  /** Accepts tokens and answers as Supabase does where the product is stricter; for the backend alone. */
  actsAsSupabase?: boolean;
  log: Logger;
}

const emailCodeLifeS = 3600;
const inviteLifeS = 7 * 24 * 3600;
// Long enough to have it read out by staff where no sender for text messages is plugged in.
const smsCodeLifeS = 300;
const accessTokenLifeS = 3600;
const refreshReuseIntervalS = 10;

export function startAuth(parts: AuthParts): Auth {
  const { config, secrets, outbox, mailStudio, emailLanguage } = parts;
  const sms = parts.sms ?? createOutboxSmsSender(outbox);
  const { siteUrl } = config;
  const auth = createAuth({
    sql: parts.sql,
    config: {
      ...config.auth,
      // In the whole program staff read out what waits in the outbox; the backend alone has no one to do it.
      phone:
        config.auth.phone ??
        (!parts.actsAsSupabase ||
          config.smsWebhook !== undefined ||
          config.auth.hooks.send_sms !== undefined),
      siteUrl,
      externalUrl: config.apiUrl,
      // The site has a page of its own for links in emails; the backend alone brings one.
      ...(parts.actsAsSupabase && { confirmUrl: `${config.apiUrl}${CONFIRM_PATH}` }),
      jwtSecret: secrets.jwtSecret,
      ...(config.jwtKeys && { jwtKeys: [...config.jwtKeys] }),
      anonKey: secrets.anonKey,
      serviceRoleKey: secrets.serviceRoleKey,
      redirectUrls: [...config.auth.redirectUrls, ...localOrigins(config).map((origin) => `${origin}/**`)],
      jwtLifeS: accessTokenLifeS,
      refreshReuseIntervalS,
      webauthn: relyingParty(config),
      emailCodeLifeS,
      ...(!parts.actsAsSupabase && { inviteLifeS }),
      smsCodeLifeS,
      concealAccounts: !parts.actsAsSupabase,
      applicationsActAsUser: parts.actsAsSupabase,
    },
    async sendMail(mail) {
      const about = {
        ...(await mailStudio()),
        lifeS: emailCodeLifeS,
        ...(!parts.actsAsSupabase && { inviteLifeS }),
        invitation: parts.invitations?.find(mail.to),
      };
      const language = (await emailLanguage?.(mail.userId, mail.redirectTo)) ?? about.defaultLanguage;
      await outbox.add(inLanguage(language, () => composeAuthMail(mail, about)));
    },
    async sendSms({ messageId: id, to, channel, code, userId }) {
      const { studioName, defaultLanguage } = await mailStudio();
      const language = (await emailLanguage?.(userId)) ?? defaultLanguage;
      await inLanguage(language, () => {
        const text = composeAuthSms({ code }, { studioName, lifeS: smsCodeLifeS });
        return sms.send({ id, to, channel, text, code, validS: smsCodeLifeS, userId });
      });
    },
    log: parts.log,
    clientIp: parts.clientIp,
    limiter: parts.limiter,
    verifyCaptcha: parts.verifyCaptcha,
  });
  return {
    fetch(request) {
      nameServiceRole(request, secrets);
      return auth.fetch(request);
    },
  };
}

/** The opaque secret key acts as the service role, which the auth service recognises by its token. */
function nameServiceRole({ headers }: Request, { secretKey, serviceRoleKey }: Secrets): void {
  const bearer = bearerToken(headers);
  if (bearer !== undefined && isSameText(bearer, secretKey))
    headers.set('authorization', `Bearer ${serviceRoleKey}`);
}

/** Passkeys belong to a domain. Browsers make none for an address in digits, but they do for localhost. */
export function relyingParty(
  config: Pick<Config, 'siteUrl' | 'port' | 'environment'> & { auth: Pick<Config['auth'], 'passkeySites'> },
) {
  const { passkeySites } = config.auth;
  if (passkeySites) return { rpId: passkeySites.domain, rpName: 'onda', origins: [...passkeySites.origins] };
  const host = new URL(config.siteUrl).hostname;
  return {
    rpId: isLoopback(host) ? 'localhost' : host,
    rpName: 'onda',
    origins: [...new Set([config.siteUrl, ...localOrigins(config)])],
  };
}

/** A program on a local machine is opened by either of its names. */
function localOrigins({ siteUrl, port, environment }: Pick<Config, 'siteUrl' | 'port' | 'environment'>) {
  const isLocal = environment === 'development' || isLoopback(new URL(siteUrl).hostname);
  return isLocal ? [`http://localhost:${port}`] : [];
}

function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  return host === 'localhost' || (isIP(address) === 4 && address.startsWith('127.')) || address === '::1';
}
