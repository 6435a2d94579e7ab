// What the server hands to every loader. Created here, in the server bundle, and filled by server/.
import type { SupabaseClient } from '@supabase/supabase-js';
import { createContext } from 'react-router';

export interface PublicSettings {
  siteUrl: string;
  apiBaseUrl: string;
  environment: string;
  streamUrl: string | null;
  turnstileSiteKey: string | null;
  analyticsId: string | null;
  /** Where the backend's services answer; empty means the page's own origin. */
  backendUrl: string;
  /** The public key of the backend: it opens what row policies leave open, nothing else. */
  anonKey: string;
  /** The domain that the auth cookie is shared in; null keeps it to this host. */
  cookieDomain: string | null;
}

export interface SiteContext {
  /** The visitor's view of the backend: row policies apply, in process, no network hop. */
  backend: SupabaseClient;
  settings: PublicSettings;
  now: Date;
  /** Says when this page stops being true by itself, e.g. when the next class has begun. */
  validUntil(moment: Date): void;
  /** Writes down what went wrong while rendering. */
  report(error: unknown): void;
}

export const siteContext = createContext<SiteContext>();
