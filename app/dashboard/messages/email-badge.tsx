import { Badge } from '#app/ui/badge.tsx';
import { type MailState, stateWords } from './email.ts';

export function MailBadge({ state }: { state: MailState }) {
  const tone = state === 'failed' ? 'danger' : state === 'sent' ? 'positive' : 'quiet';
  return <Badge tone={tone}>{stateWords[state]}</Badge>;
}
