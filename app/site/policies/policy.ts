// What a policy consists of, and the values its text can use.
import type { CancellationPolicy } from '#contracts/booking.ts';

export interface PolicyFacts {
  studioName: string;
  email: string;
  phone: string;
  address: string;
  business: Business;
  /** What a class can be cancelled by; each class has one of these. */
  rules: readonly Pick<CancellationPolicy, 'name' | 'full_until_h' | 'late_credit_percent'>[];
  takesTransfers: boolean;
  takesCards: boolean;
  /** Google Analytics is loaded only if the studio set it up. */
  usesOutsideAnalytics: boolean;
  /** Cloudflare is used for the bot check only if the studio set it up. */
  usesTurnstile: boolean;
}

interface Business {
  legal_name: string;
  address: string;
  tax_number: string;
  register: string;
  vat_status: string;
  tax_note: string;
}

export interface Policy {
  slug: string;
  title(): string;
  summary(): string;
  write(facts: PolicyFacts): PolicySection[];
}

interface PolicySection {
  heading: string;
  /** Paragraphs, with an empty line between them. */
  text: string;
}
