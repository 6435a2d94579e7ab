// Why a token opens nothing. Each service words it in its own way.
export type InvalidTokenKind =
  /** No token of this host. */
  | 'undecodable'
  /** Signed by this host, but not good, or not any more. */
  | 'claims'
  /** Good, but issued to an application that was not given this. */
  | 'scope';

export class InvalidToken extends Error {
  readonly kind: InvalidTokenKind;
  constructor(kind: InvalidTokenKind, message: string) {
    super(message);
    this.name = 'InvalidToken';
    this.kind = kind;
  }
}
