// How processes of one studio recognise each other: a relay that calls the station for a visitor signs with the shared
// secret and names the visitor's address, so that limits by address count visitors and not relays.
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
  const seal = createHmac('sha256', secret).update('relay of the radio').digest();
  return {
    headersFor: (address) => ({ [RELAY_HEADER]: seal.toString('base64url'), [ADDRESS_HEADER]: address }),
    addressOf(header) {
      const given = Buffer.from(header(RELAY_HEADER) ?? '', 'base64url');
      if (given.length !== seal.length || !timingSafeEqual(given, seal)) return undefined;
      return header(ADDRESS_HEADER);
    },
  };
}
