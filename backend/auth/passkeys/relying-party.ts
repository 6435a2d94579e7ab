// This host as a WebAuthn relying party: options for the browser, and verification of its responses.
// Stores nothing; passkeys and WebAuthn factors each store their own credentials.
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { AuthContext } from '../context.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../http/fields.ts';
import type { UserRow } from '../users/user-row.ts';

const timeoutMs = 300_000;
const es256 = -7;
const rs256 = -257;

export interface KnownCredential {
  id: string;
  publicKey: string;
  counter: number;
  transports: string[];
}

export interface NewCredential extends KnownCredential {
  aaguid: string;
  attestationType: string;
  isBackupEligible: boolean;
  isBackedUp: boolean;
}

export function registrationOptions(
  auth: AuthContext,
  user: UserRow,
  known: KnownCredential[],
  { isDiscoverable }: { isDiscoverable: boolean },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { rpId, rpName } = auth.settings.webauthn;
  const name = user.email || user.phone || user.id;
  return generateRegistrationOptions({
    rpID: rpId,
    rpName,
    userName: name,
    userDisplayName: name,
    userID: new TextEncoder().encode(user.id),
    timeout: timeoutMs,
    attestationType: 'none',
    supportedAlgorithmIDs: [es256, rs256],
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: {
      residentKey: isDiscoverable ? 'required' : 'preferred',
      requireResidentKey: isDiscoverable,
      userVerification: 'preferred',
    },
  });
}

export function authenticationOptions(
  auth: AuthContext,
  known: KnownCredential[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: auth.settings.webauthn.rpId,
    timeout: timeoutMs,
    userVerification: 'preferred',
    ...(known.length > 0 && { allowCredentials: known.map(({ id, transports }) => ({ id, transports })) }),
  });
}

function expectedOf({ settings: { webauthn } }: AuthContext, challenge: string) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: webauthn.origins,
    expectedRPID: webauthn.rpId,
    requireUserVerification: false,
  };
}

/** The credential a browser created for this challenge, or undefined when it is invalid. */
export async function checkRegistration(
  auth: AuthContext,
  response: JsonValue | undefined,
  challenge: string,
): Promise<NewCredential | undefined> {
  if (!isCredential(response)) return undefined;
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      ...expectedOf(auth, challenge),
      supportedAlgorithmIDs: [es256, rs256],
    });
    if (!verified) return undefined;
    const { credential } = registrationInfo;
    return {
      id: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: credential.transports ?? [],
      aaguid: registrationInfo.aaguid,
      attestationType: registrationInfo.fmt,
      isBackupEligible: registrationInfo.credentialDeviceType === 'multiDevice',
      isBackedUp: registrationInfo.credentialBackedUp,
    };
  } catch (error) {
    auth.log.info({ err: error }, 'WebAuthn registration rejected');
    return undefined;
  }
}

/** The signature counter after a valid response to this challenge, or undefined. */
export async function checkAuthentication(
  auth: AuthContext,
  response: JsonValue | undefined,
  challenge: string,
  credential: KnownCredential,
): Promise<{ counter: number; isBackedUp: boolean } | undefined> {
  if (!isCredential(response)) return undefined;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      ...expectedOf(auth, challenge),
      credential: {
        id: credential.id,
        publicKey: new Uint8Array(Buffer.from(credential.publicKey, 'base64url')),
        counter: credential.counter,
      },
    });
    if (!verified) return undefined;
    return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp };
  } catch (error) {
    auth.log.info({ err: error }, 'WebAuthn assertion rejected');
    return undefined;
  }
}

function isCredential(value: JsonValue | undefined): value is JsonObject {
  return isJsonObject(value) && typeof value.id === 'string' && isJsonObject(value.response);
}
