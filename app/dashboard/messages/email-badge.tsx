import { Badge } from '#app/ui/badge.tsx';
import { type MailState, stateLabels } from './email.ts';

export function MailBadge({ state }: { state: MailState }) {
  const tone = state === 'failed' ? 'danger' : state === 'sent' ? 'positive' : 'quiet';
  return <Badge tone={tone}>{stateLabels[state]}</Badge>;
}
