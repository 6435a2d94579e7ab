// What a policy consists of, and the values its text can use.

export interface PolicyFacts {
  studioName: string;
  email: string;
  phone: string;
  address: string;
  /** Google Analytics is loaded only if the studio set it up. */
  usesOutsideAnalytics: boolean;
  /** Cloudflare is used for the bot check only if the studio set it up. */
  usesTurnstile: boolean;
}

export interface Policy {
  slug: string;
  title(): string;
  summary(): string;
  /** The day this text became valid. */
  since: string;
  write(facts: PolicyFacts): PolicySection[];
}

interface PolicySection {
  heading: string;
  /** Paragraphs, with an empty line between them. */
  text: string;
}
