// What the server passes to every loader. Created here, in the server bundle, and filled by server/.
import { createContext } from 'react-router';
import type { Language } from '#app/language/messages.ts';
import type { ContactAnswer, ContactMessage } from '#contracts/contact-message.ts';
import type { ReceiptPaper } from '#contracts/receipt-paper.ts';
import type { SignInProvider } from '#contracts/sign-in-providers.ts';
import type { SitePictures } from '#contracts/site-pictures.ts';
import type { StudioClient } from '#contracts/studio-client.ts';
import type { Visitor } from '#contracts/visitor.ts';

export interface PublicSettings {
  siteUrl: string;
  apiBaseUrl: string;
  environment: string;
  streamUrl: string | null;
  /** Cards can be paid with. */
  takesCards: boolean;
  /** Whether a test email has arrived by the studio's mail server: only then pages promise emails. */
  sendsMail: boolean;
  /** Whether there is a mail server. If not, emails wait in the outbox for staff. */
  hasMailServer: boolean;
  /** Whether account codes can be sent, by email and by text message. */
  sendsCodes: { mail: boolean; phone: boolean };
  /** Sites whose accounts can sign in here; null where a hosted backend decides: the browser asks it. */
  signInProviders: SignInProvider[] | null;
  turnstileSiteKey: string | null;
  analyticsId: string | null;
  /** The base URL of the backend's services; empty means the page's own origin. */
  backendUrl: string;
  /** The base URL of uploaded files; empty means the page's own origin. */
  storageUrl: string;
  /** The public key of the backend: it opens only what row policies allow. */
  anonKey: string;
  /** The domain that the auth cookie is shared in; null limits it to this host. */
  cookieDomain: string | null;
}

/** With codes and links. */
interface EmailTexts {
  subject: string;
  text: string;
  html: string;
}

interface Problem {
  status: number;
  /** Absent: what pages say of every error of this kind. */
  message: string | undefined;
}

export interface SiteContext {
  /** The visitor's client of the backend: row policies apply, in process, no network hop. */
  readonly backend: StudioClient;
  /** Reads that every page makes in the same way, cached for visitors without a session until their data change. */
  shared<Value>(name: string, ask: (backend: StudioClient) => Promise<Value>): Promise<Value>;
  /**
   * The visitor, verified by the backend at the first call, never read from the cookie alone. A page that calls this is
   * not cached.
   */
  visitor(): Promise<Visitor>;
  /**
   * Bypasses all row policies: for changes that a visitor may cause but not make. Null without the service-role key.
   * Loaders and actions only.
   */
  elevated: StudioClient | null;
  settings: PublicSettings;
  /**
   * Called by an action before it accepts a form: uses up the form's bot-check token; "" where there are no scripts.
   */
  isHuman(token: string): Promise<boolean>;
  /** The same, returned with the token that guests need to hold, wait and buy; null if the check was not passed. */
  proveHuman(token: string): Promise<string | null>;
  /** A contact message from a form that was sent without scripts. */
  receiveMessage(message: ContactMessage, token: string): Promise<ContactAnswer>;
  /** The whole of an email that nothing can send; undefined for all others. Row policies are not asked. */
  readUnsendable(id: string): Promise<EmailTexts | undefined>;
  /** Writes a file in another of the studio's languages than the page's: that of its reader. */
  inLanguage<Value>(code: string, write: () => Value): Value;
  /** Every language that the product has. */
  allLanguages: readonly Language[];
  /** Draws icons and cards for other sites. */
  pictures: SitePictures;
  /** A receipt as PDF. */
  printReceipt(paper: ReceiptPaper): Promise<Uint8Array>;
  now: Date;
  /** Why the requested page cannot be shown, for the error page. */
  problem?: Problem;
  /** Sets when this page expires by itself, e.g. when the next class has begun. */
  validUntil(moment: Date): void;
  /** Logs an error of rendering. */
  report(error: unknown): void;
}

export const siteContext = createContext<SiteContext>();
