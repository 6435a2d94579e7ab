// Reads which first steps a new studio has completed. Nothing is stored: each step is derived from the studio's data.
import type { StudioClient } from '#contracts/studio-client.ts';

export interface FirstSteps {
  hasClass: boolean;
  hasBooking: boolean;
  hasSentMail: boolean;
  hasSamples: boolean;
  hasTransferAccount: boolean;
}

export async function loadFirstSteps(backend: StudioClient): Promise<FirstSteps> {
  const some = { count: 'exact', head: true } as const;
  const [classes, orders, mails, samples, rules] = await Promise.all([
    backend.from('offerings').select('id', some).eq('is_demo', false).not('published_at', 'is', null),
    backend.from('orders').select('id', some).eq('is_demo', false),
    backend.from('outbox').select('id', some).eq('state', 'sent'),
    backend.rpc('sample_content'),
    backend.from('booking_settings').select('transfer_account').single(),
  ]);
  if (samples.error) throw samples.error;
  for (const { error } of [classes, orders, mails, rules]) if (error) throw error;
  const counts = samples.data;
  return {
    hasClass: (classes.count ?? 0) > 0,
    hasBooking: (orders.count ?? 0) > 0,
    hasSentMail: (mails.count ?? 0) > 0,
    hasTransferAccount: rules.data?.transfer_account.trim() !== '',
    hasSamples: counts.classes + counts.works + counts.posts + counts.shows > 0,
  };
}
