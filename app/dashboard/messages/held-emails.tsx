// Emails that were created while no mail server was connected: staff decide whether to send them.

import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { questionText, t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { confirm, describeReason } from '#app/ui/confirm/confirm-store.ts';
import { toastError, toastSuccess } from '#app/ui/toast/toast-store.ts';
import { ownApi } from '../own-api.ts';

type Decision = 'send' | 'discard';

export function useDecideHeld() {
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState<Decision | null>(null);
  const decide = async (decision: Decision, ids?: string[]) => {
    setBusy(decision);
    try {
      const { count } = await ownApi<{ count: number }>('/outbox/held', {
        method: 'POST',
        body: { decision, ...(ids && { ids }) },
      });
      toastSuccess(
        decision === 'send'
          ? t('dashboard.messages.emails_will_be_sent_now', { count })
          : t('dashboard.messages.emails_discarded', { count }),
      );
      await revalidate();
    } catch (reason) {
      toastError(t('dashboard.messages.nothing_was_changed'), describeReason(reason));
    } finally {
      setBusy(null);
    }
  };
  return { busy, decide };
}

export function HeldEmails({ count }: { count: number }) {
  const { busy, decide } = useDecideHeld();
  const discardAll = async () => {
    const isConfirmed = await confirm({
      ...questionText('dashboard.messages.discard', { count }),
      cancelText: t('dashboard.common.cancel'),
    });
    if (isConfirmed) await decide('discard');
  };
  return (
    <section className="held-emails" aria-labelledby="held-emails">
      <h2 id="held-emails" className="held-emails-title">
        {t('dashboard.messages.older_emails_are_on_hold', { count })}
      </h2>
      <p>{t('dashboard.messages.they_were_written_while_no_mail')}</p>
      <div className="held-emails-actions">
        <Button variant="primary" size="sm" busy={busy === 'send'} onClick={() => void decide('send')}>
          {t('dashboard.messages.send_all')}
        </Button>
        <Button size="sm" busy={busy === 'discard'} onClick={() => void discardAll()}>
          {t('dashboard.messages.discard_all')}
        </Button>
      </div>
    </section>
  );
}
