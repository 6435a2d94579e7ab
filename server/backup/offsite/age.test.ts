import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decryptAge, encryptAge } from './age.ts';
import { createAgeSecretKey, isAgeSecretKey, readAgeIdentity } from './age-keys.ts';
import { encodeBech32 } from './bech32.ts';

// Made by the reference implementation (age-encryption 0.3.1 of age's author) with a key for this test alone.
const REFERENCE = {
  key: 'AGE-SECRET-KEY-1ZURC9F5W4GWJJ86FZW9SGDWCE5M5FCVEYL5V4G2V7U9GFLWDMK2SDPM2VM',
  recipient: 'age1t7sgqm096ysrkshdzamqyaw2t59wdcr4mj7myy052caap9hu2v9qgv9na4',
  file: 'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBsbDNHNmtmSGk4NXRuZnoyT3h5b3RQTWVrQWdSUWh3SHdEbmU2cTEvZkZNCmh6dlc4bTdwT211QXZSL3JmY25LOXdIbkZPNTIzRnhDK3NXdXFiczYrM3cKLS0tIDhXYmtUcWF5MUFuaFJGNTE0azZUTGlmSVJVcEhyOHpuTEpoZVdPRUFCMXMK8HSw0NU0yMGO0zAU3RxBtIK6wOEKGTQ+X9/ey1FTcPXxfjdwa72HCWI9dJzmR8ccrm1TQaCQoh/oNh/s221/cQirl8w4LLfi',
};
const identity = readAgeIdentity(REFERENCE.key);

async function* chunks(bytes: Buffer, chunkBytes: number) {
  for (let start = 0; start < bytes.length; start += chunkBytes)
    yield bytes.subarray(start, start + chunkBytes);
}
async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}
const encrypt = (bytes: Buffer) => collect(encryptAge(chunks(bytes, 10_000), identity));
const decrypt = (bytes: Buffer, key = identity, chunkBytes = 7777) =>
  collect(decryptAge(chunks(bytes, chunkBytes), key));

describe('encryption in the format of age', () => {
  it('opens a file of the reference implementation and knows its keys', async () => {
    expect((await decrypt(Buffer.from(REFERENCE.file, 'base64'), identity, 1)).toString()).toBe(
      'Written by the reference implementation.',
    );
    expect(encodeBech32('age', identity.publicBytes)).toBe(REFERENCE.recipient);
    expect(isAgeSecretKey(createAgeSecretKey())).toBe(true);
    expect(isAgeSecretKey(REFERENCE.key.toLowerCase())).toBe(true);
    for (const wrong of [
      '',
      REFERENCE.recipient,
      REFERENCE.key.replace('W4', 'W5'),
      REFERENCE.key.slice(0, -1),
    ])
      expect(isAgeSecretKey(wrong)).toBe(false);
  });

  it.each([0, 1, 65_535, 65_536, 65_537, 131_072, 200_001])('returns %i bytes as they were', async (size) => {
    const bytes = randomBytes(size);
    const encrypted = await encrypt(bytes);
    expect((await decrypt(encrypted)).equals(bytes)).toBe(true);
    if (size > 32) expect(encrypted.includes(bytes.subarray(0, 32))).toBe(false);
  });

  it('says in one line why a file cannot be opened, and gives nothing that was not verified', async () => {
    const bytes = randomBytes(150_000);
    const encrypted = await encrypt(bytes);
    const changed = (at: number) => {
      const copy = Buffer.from(encrypted);
      copy[at] = (copy[at] ?? 0) ^ 1;
      return copy;
    };
    await expect(decrypt(encrypted, readAgeIdentity(createAgeSecretKey()))).rejects.toThrow(
      'a different key',
    );
    await expect(decrypt(changed(encrypted.length - 5))).rejects.toThrow('damaged');
    await expect(decrypt(changed(encrypted.indexOf('\n--- ') + 10))).rejects.toThrow('damaged');
    const header = encrypted.indexOf('\n', encrypted.indexOf('\n--- ') + 1) + 1 + 16;
    // At the end of a chunk, where only the flag of the last chunk shows it.
    await expect(decrypt(encrypted.subarray(0, header + 65_536 + 16))).rejects.toThrow('incomplete');
    await expect(decrypt(encrypted.subarray(0, 50))).rejects.toThrow('incomplete');
    await expect(decrypt(Buffer.from('PK a zip'))).rejects.toThrow('not encrypted with age');
  });
});
