import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { checkDomain } from './check-domain.ts';
import { type DnsServer, startDnsServer } from './testing/dns-server.ts';

let dns: DnsServer;
beforeAll(async () => {
  dns = await startDnsServer();
});
afterAll(() => dns?.close());
beforeEach(() => {
  dns.records = {};
  dns.isSilent = false;
});

const look = async (domain = 'quay.house', host = 'mail.quay.house', wholeMs = 5000) =>
  (await checkDomain(domain, { host, servers: [dns.address], wholeMs })).map(({ name, state, text }) => [
    name,
    state,
    text.code,
  ]);

it('finds the records of a domain that is set up for its provider', async () => {
  dns.records = {
    'quay.house': ['google-site-verification=1', 'v=spf1 include:_spf.google.com ~all'],
    'google._domainkey.quay.house': [`v=DKIM1; k=rsa; p=${'A'.repeat(390)}`],
    '_dmarc.quay.house': ['v=DMARC1; p=none'],
  };
  expect(await look('quay.house', 'smtp.gmail.com')).toEqual([
    ['SPF', 'ok', 'spf_found'],
    ['DKIM', 'ok', 'dkim_found'],
    ['DMARC', 'ok', 'dmarc_found'],
  ]);
});

it('says which record is missing, with the one to add', async () => {
  const checks = await checkDomain('quay.house', { host: 'smtp.gmail.com', servers: [dns.address] });
  expect(checks).toMatchObject([
    { state: 'missing', text: { values: { record: 'v=spf1 include:_spf.google.com ~all' } } },
    // Names of keys cannot be listed: nobody can say that there is none.
    { state: 'unknown', text: { code: 'dkim_not_found' } },
    { state: 'missing', text: { values: { name: '_dmarc.quay.house' } } },
  ]);
});

it.each([
  [['v=spf1 -all', 'v=spf1 mx ~all'], 'spf_twice'],
  [['v=spf1 +all'], 'spf_open'],
  [['v=spf1 include:mailgun.org ~all'], 'spf_other'],
  [['v=spf10 mx ~all'], 'spf_missing'],
])('does not take %j for a good SPF record', async (records, code) => {
  dns.records = { 'quay.house': records };
  expect((await look('quay.house', 'smtp.gmail.com'))[0]).toEqual(['SPF', 'missing', code]);
});

it('takes the DMARC policy of the domain above, and no key that was withdrawn', async () => {
  dns.records = {
    '_dmarc.quay.house': ['v=DMARC1; p=reject'],
    'default._domainkey.mail.quay.house': ['v=DKIM1; p='],
  };
  expect((await look('mail.quay.house')).slice(1)).toEqual([
    ['DKIM', 'unknown', 'dkim_not_found'],
    ['DMARC', 'ok', 'dmarc_found'],
  ]);
});

it('says that nothing could be checked where DNS is silent, in time', async () => {
  dns.isSilent = true;
  expect(await look('quay.house', 'smtp.gmail.com', 200)).toEqual([
    ['SPF', 'unknown', 'dns_unchecked'],
    ['DKIM', 'unknown', 'dns_unchecked'],
    ['DMARC', 'unknown', 'dns_unchecked'],
  ]);
});
