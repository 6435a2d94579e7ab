// What DNS says about the domain of the sender's address, and what to add there.

import { useState } from 'react';
import { t } from '#app/language/messages.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import type { AnsweredText } from '#contracts/coded-text.ts';
import { deliveryText } from '../coded-text.ts';
import { Panel } from '../layout/page.tsx';
import { ownApi } from '../own-api.ts';

interface DomainAnswer {
  domain: string;
  checks: { name: string; state: 'ok' | 'missing' | 'unknown'; text: AnsweredText }[];
}

export function MailDomainPanel() {
  const [answer, setAnswer] = useState<DomainAnswer | null>(null);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const check = async () => {
    setBusy(true);
    setProblem('');
    try {
      setAnswer(await ownApi<DomainAnswer>('/studio/mail/domain', { method: 'POST', body: {} }));
    } catch (reason) {
      setProblem(describeReason(reason));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Panel title={t('dashboard.settings.sender_domain')}>
      <p className="dash-quiet">{t('dashboard.settings.mailboxes_trust_records')}</p>
      {answer && (
        <dl className="settings" aria-live="polite">
          {answer.checks.map(({ name, state, text }) => (
            <div className="setting setting-line" key={name}>
              <dt className="setting-label">
                {name} <Badge tone={BADGES[state]}>{stateLabel(state)}</Badge>
              </dt>
              <dd className="setting-value">{deliveryText(text)}</dd>
            </div>
          ))}
        </dl>
      )}
      {problem && <p role="alert">{problem}</p>}
      <Button variant="tertiary" size="sm" busy={isBusy} onClick={() => void check()}>
        {t('dashboard.settings.check_sender_domain')}
      </Button>
    </Panel>
  );
}

const BADGES = { ok: 'positive', missing: 'danger', unknown: 'default' } as const;

function stateLabel(state: keyof typeof BADGES): string {
  if (state === 'ok') return t('dashboard.settings.dns_record_found');
  return state === 'missing'
    ? t('dashboard.settings.dns_record_to_do')
    : t('dashboard.settings.dns_record_not_checked');
}
