import { t } from '#app/language/messages.ts';
import { Badge } from '#app/ui/badge.tsx';
import type { EmailState } from './email.ts';

export function EmailBadge({ state }: { state: EmailState }) {
  const tone = state === 'failed' ? 'danger' : state === 'sent' ? 'positive' : 'quiet';
  return <Badge tone={tone}>{t(`dashboard.messages.email_${state}`)}</Badge>;
}
