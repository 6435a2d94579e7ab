// What DNS says about the sender's domain: SPF, DKIM and DMARC. Mailboxes reject emails, or file them as spam, without
// them. Ends within seconds; without DNS it says that nothing could be checked.
import { Resolver } from 'node:dns/promises';
import type { CodedText } from '#contracts/coded-text.ts';
import { MAIL_PROVIDERS } from '#contracts/mail-providers.ts';
import { deliveryText } from './delivery-text.ts';

const ASK_MS = 2500;
const WHOLE_MS = 5000;
/** DKIM keys have names of their own, which DNS does not list. */
const USUAL_SELECTORS = ['default', 'dkim', 'mail', 's1', 'k1', 'selector1', 'google'];

interface DomainCheck {
  name: 'SPF' | 'DKIM' | 'DMARC';
  /** unknown: DNS did not answer, or the name of the key is not a usual one. */
  state: 'ok' | 'missing' | 'unknown';
  text: CodedText;
}

interface CheckOptions {
  /** The mail server that sends. */
  host: string;
  /** Instead of those of this machine: "127.0.0.1:5353". */
  servers?: string[];
  wholeMs?: number;
}

/** Undefined: no answer. */
type Lookup = (name: string) => Promise<string[] | undefined>;

export async function checkDomain(domain: string, options: CheckOptions): Promise<DomainCheck[]> {
  const resolver = new Resolver({ timeout: ASK_MS, tries: 1 });
  if (options.servers) resolver.setServers(options.servers);
  const lookup: Lookup = async (name) => {
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      const { code } = error as { code?: string };
      return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : undefined;
    }
  };
  const provider = MAIL_PROVIDERS.find(({ host }) => host === options.host.toLowerCase());
  const timer = setTimeout(() => resolver.cancel(), options.wholeMs ?? WHOLE_MS);
  try {
    return await Promise.all([
      checkSpf(domain, lookup, provider?.spf),
      checkDkim(domain, lookup, provider?.selectors),
      checkDmarc(domain, lookup),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

async function checkSpf(domain: string, lookup: Lookup, include: string | undefined): Promise<DomainCheck> {
  const name = 'SPF';
  const records = (await lookup(domain))?.filter((record) => /^v=spf1(\s|$)/i.test(record));
  if (!records) return unchecked(name, domain);
  const [record] = records;
  const missing = (text: CodedText): DomainCheck => ({ name, state: 'missing', text });
  const wanted = `v=spf1 ${include ? `include:${include} ` : ''}~all`;
  if (record === undefined) return missing(deliveryText('spf_missing', { domain, record: wanted }));
  if (records.length > 1) return missing(deliveryText('spf_twice', { domain }));
  if (/\s\+?all(\s|$)/i.test(record)) return missing(deliveryText('spf_open', { domain }));
  if (include && !record.toLowerCase().includes(include))
    return missing(deliveryText('spf_other', { domain, include: `include:${include}` }));
  return { name, state: 'ok', text: deliveryText('spf_found', { domain }) };
}

async function checkDkim(
  domain: string,
  lookup: Lookup,
  known: readonly string[] = [],
): Promise<DomainCheck> {
  const name = 'DKIM';
  const selectors = [...new Set([...known, ...USUAL_SELECTORS])];
  const found = await Promise.all(
    selectors.map(async (selector) => {
      const records = await lookup(`${selector}._domainkey.${domain}`);
      return { selector, records, hasKey: records?.some((record) => /\bp=\s*[A-Za-z0-9+/]/.test(record)) };
    }),
  );
  const key = found.find(({ hasKey }) => hasKey);
  if (key) return { name, state: 'ok', text: deliveryText('dkim_found', { domain, selector: key.selector }) };
  if (found.every(({ records }) => records === undefined)) return unchecked(name, domain);
  return { name, state: 'unknown', text: deliveryText('dkim_not_found', { domain }) };
}

/** A domain without a policy has that of the domain above it. */
async function checkDmarc(domain: string, lookup: Lookup): Promise<DomainCheck> {
  const name = 'DMARC';
  const above = domain.split('.').slice(1).join('.');
  for (const place of above.includes('.') ? [domain, above] : [domain]) {
    const records = await lookup(`_dmarc.${place}`);
    if (!records) return unchecked(name, domain);
    const record = records.find((text) => /^v=DMARC1\s*;/i.test(text));
    if (record) return { name, state: 'ok', text: deliveryText('dmarc_found', { domain: place }) };
  }
  const record = `v=DMARC1; p=none; rua=mailto:postmaster@${domain}`;
  return {
    name,
    state: 'missing',
    text: deliveryText('dmarc_missing', { name: `_dmarc.${domain}`, record }),
  };
}

function unchecked(name: DomainCheck['name'], domain: string): DomainCheck {
  return { name, state: 'unknown', text: deliveryText('dns_unchecked', { domain }) };
}
