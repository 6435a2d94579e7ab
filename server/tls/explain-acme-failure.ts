// Why a certificate could not be fetched, in a sentence that says what to do. For the log and the waiting page.
import { AcmeError } from './acme-client.ts';

export function explainAcmeFailure(error: unknown, domains: readonly string[]): string {
  const names = domains.join(', ');
  if (!(error instanceof AcmeError))
    return 'The certificate authority cannot be reached. Check the connection of this machine and ACME_DIRECTORY.';
  switch (error.type) {
    case 'dns':
      return `The name ${names} was not found. Create its A (and AAAA) record, pointing to this machine.`;
    case 'connection':
      return `The certificate authority could not connect to port 80 of ${names}. Check that the record points to this machine and that the firewall lets port 80 in.`;
    case 'unauthorized':
    case 'incorrectResponse':
      return `Another server answered at port 80 of ${names}. Check that every A and AAAA record points to this machine.`;
    case 'caa':
      return `A CAA record of ${names} does not allow this certificate authority.`;
    case 'rateLimited':
      return 'The certificate authority gives no more certificates for now. The program tries again by itself.';
    case 'rejectedIdentifier':
      return `The certificate authority gives no certificates for ${names}.`;
    default:
      return 'The certificate authority did not give a certificate. The log of the program says why.';
  }
}
