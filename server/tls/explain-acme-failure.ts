// Why a certificate could not be issued, and what to do. For the log and the waiting page.
import { AcmeError, type ChallengeKind } from './acme-client.ts';

export function explainAcmeFailure(
  error: unknown,
  { domains, challenge }: { domains: readonly string[]; challenge: ChallengeKind },
): string {
  const port = challenge === 'http' ? 80 : 443;
  const names = domains.join(', ');
  if (!(error instanceof AcmeError))
    return 'The certificate authority cannot be reached. Check the connection of this machine and ACME_DIRECTORY.';
  switch (error.type) {
    case 'dns':
      return `${names} was not found in DNS. Create an A (and AAAA) record that points to this machine.`;
    case 'connection':
      return `The certificate authority could not connect to port ${port} of ${names}. Check that the record points to this machine and that the firewall allows port ${port}.`;
    case 'unauthorized':
    case 'incorrectResponse':
    case 'tls':
      return `Another server answered at port ${port} of ${names}. Check that every A and AAAA record points to this machine.`;
    case 'caa':
      return `A CAA record of ${names} does not allow this certificate authority.`;
    case 'rateLimited':
      return 'The certificate authority has reached its limit for this domain. The program will try again automatically.';
    case 'rejectedIdentifier':
      return `The certificate authority does not issue certificates for ${names}.`;
    default:
      return 'The certificate authority did not issue a certificate. See the log for the reason.';
  }
}
