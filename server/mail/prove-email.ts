// The link in a test email. Opening it proves that emails arrive by the settings the test was sent with: they are in the
// token, which is encrypted, so nobody can make one up, and which is written nowhere but in that email.
import { createTextCipher } from './encrypt-text.ts';
import type { MailRoute } from './transport.ts';

const VALID_MS = 7 * 24 * 3600 * 1000;

export interface Proof {
  route: string;
  personId: string;
  sentAt: number;
}

export interface Proofs {
  /** The address of the link in a test email. */
  urlOf(siteUrl: string, proof: Omit<Proof, 'sentAt'>): string;
  /** Undefined for a token that is not ours, or is over. */
  read(token: string): Proof | undefined;
}

/** What a proof holds for: server, port, user and sender. Null without a server. */
export function routeKey({ smtpUrl, from }: MailRoute): string | null {
  if (smtpUrl === undefined) return null;
  const { protocol, hostname, port, username } = new URL(smtpUrl);
  const sender = typeof from === 'string' ? (/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from) : from.address;
  const number = port || (protocol === 'smtps:' ? '465' : '587');
  return JSON.stringify([hostname.toLowerCase(), number, decodeURIComponent(username), sender.trim()]);
}

export function createProofs(secret: string): Proofs {
  const cipher = createTextCipher(secret, 'test email');
  return {
    urlOf(siteUrl, proof) {
      const token = Buffer.from(cipher.encrypt(JSON.stringify({ ...proof, sentAt: Date.now() })), 'base64');
      return `${siteUrl}/api/mail/arrived/${token.toString('base64url')}`;
    },
    read(token) {
      const text = cipher.decrypt(Buffer.from(token, 'base64url').toString('base64'));
      const proof = text === undefined ? undefined : (JSON.parse(text) as Proof);
      return proof && Date.now() - proof.sentAt < VALID_MS ? proof : undefined;
    },
  };
}
