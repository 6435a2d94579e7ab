import { localized } from '#app/language/in-language.ts';
import type { StudioClient } from '#contracts/studio-client.ts';

const SHOWN_MAILS = 4;
const SHOWN_MISMATCHES = 6;

export async function loadToday(backend: StudioClient) {
  const [day, mails, mismatches, episodes] = await Promise.all([
    backend.rpc('get_today'),
    backend
      .from('outbox')
      .select('id,subject,to_address,last_error', { count: 'exact' })
      .eq('state', 'failed')
      .eq('is_demo', false)
      .order('created_at', { ascending: false })
      .order('id')
      .limit(SHOWN_MAILS),
    backend
      .from('payment_mismatches')
      .select('id,amount_cents,currency,order:orders(id,number,buyer_name)')
      .is('checked_at', null)
      .order('received_at', { ascending: false })
      .limit(SHOWN_MISMATCHES),
    backend.rpc('missing_episodes'),
  ]);
  if (day.error) throw day.error;
  if (mails.error) throw mails.error;
  if (mismatches.error) throw mismatches.error;
  if (episodes.error) throw episodes.error;
  return {
    ...localized(day.data),
    failedEmails: mails.data,
    failedCount: mails.count ?? 0,
    mismatches: mismatches.data,
    missingEpisodes: localized(episodes.data),
  };
}

export type TodayData = Awaited<ReturnType<typeof loadToday>>;
