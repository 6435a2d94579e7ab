// Where a request came from, to share resources among callers.
export interface RequestSource {
  /** The network address of the caller, as far as it distinguishes callers; undefined for requests of the program itself. */
  address: string | undefined;
  /** Whether the program itself asks, to render a page, not from the network. */
  isInProcess: boolean;
}
