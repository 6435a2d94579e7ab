// The limits on open connections of a running program, and a line in the log when one of them is reached.
import type { Config } from '../config.ts';
import type { Logger } from '../logger.ts';
import { createDescriptorLimit } from './descriptor-limit.ts';
import { type ConnectionLimit, createConnectionLimit, type LimitReason } from './limit-connections.ts';
import { createPeerTrust } from './trusted-proxies.ts';

const LOG_EVERY_MS = 60_000;
const LOOPBACK = { addresses: ['loopback'] };

const messages: Record<LimitReason, string> = {
  address:
    'one network address has HTTP_MAX_CONNECTIONS_PER_ADDRESS connections open; further connections get status 429',
  all: 'all connections that the limit of open files allows are in use; further connections get status 503',
};

export function openConnectionLimit(
  config: Pick<Config, 'maxConnectionsPerAddress' | 'trustedProxies'>,
  log: Logger,
): ConnectionLimit {
  const isProxy = createPeerTrust(config.trustedProxies);
  // An unlisted proxy on this machine would otherwise be cut off together with everyone behind it.
  const isLocal = createPeerTrust(LOOPBACK);
  const loggedMs: Partial<Record<LimitReason, number>> = {};
  return createConnectionLimit({
    maxPerAddress: config.maxConnectionsPerAddress,
    maxInAll: createDescriptorLimit(),
    isExempt: (address) => isProxy(address) || isLocal(address),
    onLimit(reason) {
      if (Date.now() - (loggedMs[reason] ?? 0) < LOG_EVERY_MS) return;
      loggedMs[reason] = Date.now();
      log.warn(messages[reason]);
    },
  });
}
