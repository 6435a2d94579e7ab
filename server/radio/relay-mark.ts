// How processes of one studio recognise each other: a relay that calls the station for a visitor signs the visitor's
// address with the shared secret, so that limits by address count visitors and not relays.
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface RelayMark {
  /** Headers of a request that is passed on for the visitor at this address. */
  headersFor(address: string): Record<string, string>;
  /** The visitor behind a request that a relay passed on; undefined when it came by itself. */
  addressOf(header: (name: string) => string | undefined): string | undefined;
}

/** Also with a wrong value: such a request is not forwarded again. */
export const RELAY_HEADER = 'x-onda-relay';
const ADDRESS_HEADER = 'x-onda-relayed-for';

export function createRelayMark(secret: string): RelayMark {
  const sealOf = (address: string) =>
    createHmac('sha256', secret).update(`relay of the radio for ${address}`).digest();
  return {
    headersFor: (address) => ({
      [RELAY_HEADER]: sealOf(address).toString('base64url'),
      [ADDRESS_HEADER]: address,
    }),
    addressOf(header) {
      const address = header(ADDRESS_HEADER) ?? '';
      const [given, seal] = [Buffer.from(header(RELAY_HEADER) ?? '', 'base64url'), sealOf(address)];
      return given.length === seal.length && timingSafeEqual(given, seal) ? address : undefined;
    },
  };
}
