// Why a token is rejected. Each service renders it in its own format.
export type InvalidTokenKind =
  /** Not a token of this host. */
  | 'undecodable'
  /** Signed by this host, but invalid or expired. */
  | 'claims'
  /** Valid, but issued to an application without this permission. */
  | 'scope';

export class InvalidToken extends Error {
  readonly kind: InvalidTokenKind;
  constructor(kind: InvalidTokenKind, message: string) {
    super(message);
    this.name = 'InvalidToken';
    this.kind = kind;
  }
}
