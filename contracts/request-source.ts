// Where a request came from, for whoever shares something out among callers.
export interface RequestSource {
  /** The network address of the caller, as far as it tells callers apart; undefined when nobody outside asked. */
  address: string | undefined;
  /** Whether the program itself asks, on its way to answer somebody: for a page, not from the network. */
  isInProcess: boolean;
}
