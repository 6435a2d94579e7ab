// The sample app, used as its members use it: its own module around supabase-js, with the address and the public key of the host.
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Target } from '../rest/target.ts';
import { createAlbum, type Photo } from '../sample-app/src/album.ts';

const png = new Blob([Buffer.from('89504e470d0a1a0a', 'hex')], { type: 'image/png' });

export function testSampleApp(target: () => Target): void {
  const open = () => createAlbum(target().url, target().anonKey);

  test('has accounts, files, live updates and functions on this host as on a hosted one', async () => {
    const [ada, bo, visitor] = [open(), open(), open()];
    // Of the seed: a user whose password pgcrypto hashed.
    expect((await ada.signIn('ada@example.com', 'password123'))?.user_metadata).toEqual({ username: 'ada' });
    const email = `${randomBytes(8).toString('hex')}@example.com`;
    expect((await bo.signUp(email, 'password123', 'bo1'))?.email).toBe(email);
    expect((await visitor.lookAround())?.is_anonymous).toBe(true);
    expect(await visitor.welcome()).toEqual({ photos: 1 });

    const seen: Record<string, Photo[]> = { bo: [], visitor: [] };
    await bo.watchPhotos((photo) => seen.bo?.push(photo));
    await visitor.watchPhotos((photo) => seen.visitor?.push(photo));
    const photo = await bo.addPhoto(png, 'A lighthouse in the fog');
    await expect.poll(() => seen.bo).toEqual([photo]);
    expect(seen.visitor).toEqual([]);
    expect((await bo.downloadPhoto(photo.path)).size).toBe(png.size);
    await expect(ada.downloadPhoto(photo.path)).rejects.toThrow();
    expect(await ada.photos()).toHaveLength(1);

    await expect(ada.share(photo.id)).rejects.toThrow();
    const shared = await bo.share(photo.id);
    expect(shared).toMatchObject({ text: 'Look at this: A lighthouse in the fog', by: email });
    expect((await (await fetch(shared?.url ?? '')).arrayBuffer()).byteLength).toBe(png.size);
    await ada.like(photo.id);
    expect(await ada.photos()).toMatchObject([
      { caption: 'The harbour at night', owner: { username: 'ada' }, likes: [{ count: 0 }] },
      { visibility: 'shared', owner: { username: 'bo1' }, likes: [{ count: 1 }] },
    ]);
    expect(await visitor.popular()).toEqual([{ caption: 'A lighthouse in the fog', like_count: 1 }]);
    expect(await visitor.search('lighthouse')).toEqual([{ caption: 'A lighthouse in the fog' }]);

    const heard: string[] = [];
    await ada.joinMembers('ada', (text) => heard.push(text));
    const channel = await bo.joinMembers('bo', () => undefined);
    await channel.send({ type: 'broadcast', event: 'message', payload: { text: 'Lovely' } });
    await expect.poll(() => heard).toEqual(['Lovely']);
    await expect.poll(() => Object.keys(channel.presenceState()).sort()).toEqual(['ada', 'bo']);
    for (const one of [ada, bo, visitor]) await one.leave();
    await expect(bo.like(photo.id)).rejects.toThrow();
  });
}
