// Passkeys with the official client and a security key in software.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Host, openHost, type Person } from './host.ts';
import type { Device } from './stage.ts';

let host: Host;
beforeAll(async () => {
  host = await openHost();
});
afterAll(() => host.close());

async function addPasskey(person: Person) {
  const device = await host.stage.newDevice(host.siteUrl);
  const started = await person.client.auth.passkey.startRegistration();
  if (started.error) throw started.error;
  const credential = await device.create(started.data.options);
  const params = { challengeId: started.data.challenge_id, credential };
  const finished = await person.client.auth.passkey.verifyRegistration(params as never);
  return { device, params, finished };
}

async function signInWith(device: Device) {
  const client = host.newClient();
  const started = await client.auth.passkey.startAuthentication();
  if (started.error) throw started.error;
  const credential = await device.get(started.data.options);
  const params = { challengeId: started.data.challenge_id, credential };
  return { client, params, finished: await client.auth.passkey.verifyAuthentication(params as never) };
}

describe('a passkey', () => {
  it('is added, signs in without a name, and is listed with its use', async () => {
    const person = await host.newPerson();
    const { device, finished } = await addPasskey(person);
    expect([finished.error, finished.data?.id]).toEqual([null, expect.any(String)]);
    const signedIn = await signInWith(device);
    expect([signedIn.finished.error, signedIn.finished.data?.user?.id]).toEqual([null, person.user.id]);
    const list = await signedIn.client.auth.passkey.list();
    expect(list.data).toMatchObject([{ id: finished.data?.id, last_used_at: expect.any(String) }]);
  });

  it('answers each challenge once', async () => {
    const person = await host.newPerson();
    const { device, params } = await addPasskey(person);
    const replay = await person.client.auth.passkey.verifyRegistration(params as never);
    expect(replay.error).toMatchObject({ status: 400, code: 'webauthn_challenge_not_found' });
    const signedIn = await signInWith(device);
    const again = await signedIn.client.auth.passkey.verifyAuthentication(signedIn.params as never);
    expect(again.error).toMatchObject({ status: 400, code: 'webauthn_challenge_not_found' });
  });

  it('is rejected when it was made for another site', async () => {
    const person = await host.newPerson();
    const { data } = await person.client.auth.passkey.startRegistration();
    const elsewhere = await host.stage.newDevice('https://evil.example.com');
    const { error } = await person.client.auth.passkey.verifyRegistration({
      challengeId: data?.challenge_id ?? '',
      credential: await elsewhere.create(data?.options ?? {}),
    } as never);
    expect(error).toMatchObject({ status: 400, code: 'webauthn_verification_failed' });
  });

  it('is renamed and deleted by its owner', async () => {
    const person = await host.newPerson();
    const { finished, device } = await addPasskey(person);
    const passkeyId = finished.data?.id ?? '';
    const renamed = await person.client.auth.passkey.update({ passkeyId, friendlyName: 'Laptop' });
    expect(renamed.data?.friendly_name).toBe('Laptop');
    expect((await person.client.auth.passkey.delete({ passkeyId })).error).toBeNull();
    expect((await person.client.auth.passkey.list()).data).toEqual([]);
    const gone = await person.client.auth.passkey.delete({ passkeyId });
    expect(gone.error?.status).toBe(404);
    expect((await signInWith(device)).finished.error?.code).toBe('webauthn_verification_failed');
  });

  it('is listed and removed by an administrator', async () => {
    const person = await host.newPerson();
    const { finished } = await addPasskey(person);
    const userId = person.user.id;
    const list = await host.admin.auth.admin.passkey.listPasskeys({ userId });
    expect(list.data).toMatchObject([{ id: finished.data?.id }]);
    const gone = await host.admin.auth.admin.passkey.deletePasskey({
      userId,
      passkeyId: finished.data?.id ?? '',
    });
    expect(gone.error).toBeNull();
    const none = await host.admin.auth.admin.passkey.deletePasskey({
      userId,
      passkeyId: crypto.randomUUID(),
    });
    expect(none.error?.status).toBe(404);
  });
});
