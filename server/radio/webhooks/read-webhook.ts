// Reads a webhook as staff enter it and checks it for its kind. Secrets go in and never come out again: an empty one
// leaves the saved one as it is, unless it would then go to another server.
import { isIP } from 'node:net';
import * as v from 'valibot';
import { isPublicAddress } from '#backend/background/allowed-address.ts';
import {
  hasTemplates,
  MAX_TEMPLATE_CHARACTERS,
  type RadioWebhook,
  WEBHOOK_EVENTS,
  WEBHOOK_KINDS,
  type WebhookKind,
} from '#contracts/radio-webhooks.ts';
import { networkKindOf } from '../../health/network-kind.ts';
import { apiErrors } from '../../http-kit/api-error.ts';
import { checkFields, text, typedText } from '../../http-kit/read-body.ts';

const template = v.pipe(
  text,
  v.maxLength(MAX_TEMPLATE_CHARACTERS, `Enter a text of at most ${MAX_TEMPLATE_CHARACTERS} characters.`),
);
const schema = v.object({
  name: v.pipe(
    text,
    v.nonEmpty('Enter a name.'),
    v.maxLength(120, 'Enter a name of at most 120 characters.'),
  ),
  kind: v.picklist(WEBHOOK_KINDS, 'Choose a type.'),
  address: text,
  account: text,
  secret: v.pipe(
    typedText,
    v.transform((value) => value.trim()),
  ),
  events: v.pipe(
    v.array(v.picklist(WEBHOOK_EVENTS, 'Choose at least one event.'), 'Choose at least one event.'),
    v.nonEmpty('Choose at least one event.'),
    v.transform((events) => WEBHOOK_EVENTS.filter((event) => events.includes(event))),
  ),
  templates: v.optional(v.record(v.picklist(WEBHOOK_EVENTS), template), {}),
  is_on: v.optional(v.boolean('Choose on or off.'), true),
});

type Given = v.InferOutput<typeof schema>;
interface Rules {
  allowsPrivate: boolean;
  saved: RadioWebhook | undefined;
}

interface ReadWebhook {
  values: Pick<RadioWebhook, 'name' | 'address' | 'account' | 'events' | 'templates' | 'is_on'> & {
    kind: WebhookKind;
  };
  /** Undefined: the saved one stays, or the server makes one. */
  secret: string | undefined;
}

const DISCORD_PATH = /^(\/api\/(?:v\d+\/)?webhooks\/\d{1,30})\/[\w-]{1,200}\/?$/;
const STATION = /^s?(\d{1,12})$/;

export function readWebhook(body: object, { allowsPrivate, saved }: Rules): ReadWebhook {
  // What it is does not change: its secret belongs to one kind of receiver.
  const given = checkFields(saved ? { ...body, kind: saved.kind } : body, schema);
  const { name, kind, events, is_on } = given;
  const { address, account = '', secret } = READERS[kind](given, { allowsPrivate, saved });
  const templates = hasTemplates(kind) ? given.templates : {};
  if (hasTemplates(kind) && events.some((event) => !templates[event]))
    throw apiErrors.invalid({ templates: 'Enter a text for each chosen event.' });
  return { values: { name, kind, address, account, events, templates, is_on }, secret };
}

const READERS: Record<
  WebhookKind,
  (given: Given, rules: Rules) => { address: string; account?: string; secret: string | undefined }
> = {
  standard: ({ address }, { allowsPrivate }) => ({
    address: readAddress('address', address, { allowsPrivate, isPlainAllowed: true }).href,
    secret: undefined,
  }),
  discord({ secret }, { allowsPrivate, saved }) {
    if (secret === '' && saved) return { address: saved.address, secret: undefined };
    const url = readAddress('secret', secret, { allowsPrivate, isPlainAllowed: allowsPrivate });
    const path = DISCORD_PATH.exec(url.pathname)?.[1];
    if (path === undefined)
      throw apiErrors.invalid({ secret: 'Enter the webhook URL from the settings of the Discord channel.' });
    return { address: `${url.origin}${path}`, secret: url.href };
  },
  mastodon({ address, secret }, { allowsPrivate, saved }) {
    const whole = /^https?:\/\//i.test(address) ? address : `https://${address}`;
    const { origin } = readAddress('address', whole, { allowsPrivate, isPlainAllowed: allowsPrivate });
    // Another instance never gets the token of the one before.
    if (secret === '' && saved?.address === origin) return { address: origin, secret: undefined };
    return { address: origin, secret: requireKey(secret, 'Enter the access token of the account.') };
  },
  tunein({ address, account, secret }, { saved }) {
    const number = STATION.exec(address)?.[1];
    if (number === undefined)
      throw apiErrors.invalid({ address: 'Enter the station ID from TuneIn, such as s12345.' });
    if (!/^[\x21-\x7e]{1,200}$/.test(account))
      throw apiErrors.invalid({ account: 'Enter the partner ID from TuneIn.' });
    const key = secret === '' && saved ? undefined : requireKey(secret, 'Enter the partner key from TuneIn.');
    return { address: `s${number}`, account, secret: key };
  },
};

function requireKey(secret: string, message: string): string {
  // Of a header or an address: printable, without spaces.
  if (!/^[\x21-\x7e]{1,1000}$/.test(secret)) throw apiErrors.invalid({ secret: message });
  return secret;
}

function readAddress(
  field: 'address' | 'secret',
  given: string,
  { allowsPrivate, isPlainAllowed }: { allowsPrivate: boolean; isPlainAllowed: boolean },
): URL {
  const url = given.length <= 2000 && URL.canParse(given) ? new URL(given) : undefined;
  const schemes = isPlainAllowed ? ['https:', 'http:'] : ['https:'];
  if (!url || !schemes.includes(url.protocol) || url.username || url.password)
    throw apiErrors.invalid({ [field]: 'Enter a whole address that begins with https://.' });
  // Names are checked again when they are resolved.
  const literal = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isPublic = isIP(literal) === 0 ? networkKindOf(literal) === 'public' : isPublicAddress(literal);
  if (!allowsPrivate && !isPublic)
    throw apiErrors.invalid({
      [field]: 'This address is in a private network. Set RADIO_WEBHOOK_PRIVATE=on to allow it.',
    });
  return url;
}
