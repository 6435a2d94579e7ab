// What the site is given by the program.
import type { ServerBuild } from 'react-router';
import type { PublicSettings } from '#app/site-context.ts';
import type { Papers } from '#backend/papers/open-papers.ts';
import type { Pictures } from '#backend/pictures/open-pictures.ts';
import type { ContactAnswer, ContactMessage } from '#contracts/contact-message.ts';
import type { RequestSource } from '#contracts/request-source.ts';
import type { VisitorClients } from '../accounts/visitor-client.ts';
import type { SecurityHeaders } from '../http/content-security.ts';
import type { HumanGate } from '../http-kit/human-gate.ts';
import type { Logger } from '../logger.ts';
import type { DatabaseOutbox } from '../mail/database-outbox.ts';
import type { ClosedSections } from './closed-sections.ts';
import type { PageCache } from './page-cache.ts';
import type { RevalidatedCache } from './revalidated-cache.ts';
import type { StudioLanguages } from './studio-languages.ts';

export interface SiteOptions {
  loadBuild: () => Promise<ServerBuild>;
  mode: 'production' | 'development';
  sourceOf(request: Request): RequestSource;
  clients: VisitorClients;
  settings: PublicSettings;
  /** Whether a form may be taken: the token of the bot check, or nothing where there are no scripts. */
  gate: HumanGate;
  receiveMessage(message: ContactMessage, isHuman: () => Promise<boolean>): Promise<ContactAnswer>;
  /** The codes and links of an email that nothing can send. */
  readUnsendable: DatabaseOutbox['readUnsendable'];
  cache: PageCache;
  /** What is the same for every visitor without a session. */
  shared: RevalidatedCache<unknown>;
  languages: Pick<StudioLanguages, 'current' | 'known'>;
  closedSections: Pick<ClosedSections, 'current'>;
  pictures: Pictures;
  papers: Papers;
  security: SecurityHeaders;
  log: Logger;
}
