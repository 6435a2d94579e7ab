// A class of a test's own, written as the studio's server would, and the mails that went out about it.
import { randomBytes } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { serviceKey } from './service-key.ts';

export interface Classroom {
  slug: string;
  title: string;
  sessionId: string;
  poolId: string;
  offeringId: string;
}

interface ClassroomOptions {
  capacity?: number;
  priceCents?: number;
  inDays?: number;
  ageTo?: number;
}

export function studioDatabase(request: APIRequestContext) {
  const headers = {
    apikey: serviceKey(),
    authorization: `Bearer ${serviceKey()}`,
    prefer: 'return=representation',
  };
  const insert = async (table: string, row: object) => {
    const response = await request.post(`/rest/v1/${table}`, { headers, data: row });
    if (!response.ok()) throw new Error(`${table}: ${await response.text()}`);
    return ((await response.json()) as { id: string }[])[0]?.id ?? '';
  };
  return {
    async addClass({
      capacity = 8,
      priceCents = 2400,
      inDays = 5,
      ageTo,
    }: ClassroomOptions = {}): Promise<Classroom> {
      const slug = `test-${randomBytes(5).toString('hex')}`;
      const title = `Class ${slug.slice(5)}`;
      const room = await insert('rooms', { slug, name: `room ${slug.slice(5)}` });
      const offeringId = await insert('offerings', {
        slug,
        kind: 'class',
        title,
        summary: 'A class of the tests.',
        body: 'A class of the tests.',
        discipline: 'sound',
        price_cents: priceCents,
        currency: 'EUR',
        published_at: new Date(Date.now() - 60_000).toISOString(),
        age_from: ageTo ? 7 : 0,
        age_to: ageTo ?? null,
      });
      const date = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
      const addDate = async (days: number) => {
        const poolId = await insert('capacity_pools', { capacity });
        const sessionId = await insert('sessions', {
          offering_id: offeringId,
          room_id: room,
          pool_id: poolId,
          local_date: date(days),
          local_time: '18:00',
          duration_min: 60,
          zone: 'Europe/Lisbon',
        });
        return { poolId, sessionId };
      };
      const first = await addDate(inDays);
      await addDate(inDays + 7);
      return { slug, title, offeringId, ...first };
    },
    async patch(path: string, row: object) {
      const response = await request.patch(`/rest/v1/${path}`, { headers, data: row });
      if (!response.ok()) throw new Error(await response.text());
    },
    async read<Row>(path: string): Promise<Row[]> {
      const response = await request.get(`/rest/v1/${path}`, { headers });
      if (!response.ok()) throw new Error(await response.text());
      return (await response.json()) as Row[];
    },
    async call<Answer>(name: string, args: object): Promise<Answer> {
      const response = await request.post(`/rest/v1/rpc/${name}`, { headers, data: args });
      if (!response.ok()) throw new Error(await response.text());
      return (await response.json()) as Answer;
    },
    insert,
    async change(table: string, id: string, patch: object): Promise<void> {
      const response = await request.patch(`/rest/v1/${table}?id=eq.${id}`, { headers, data: patch });
      if (!response.ok()) throw new Error(`${table}: ${await response.text()}`);
    },
  };
}
