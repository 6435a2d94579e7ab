// Emails that were created while no mail server was connected: staff decide whether to send them.
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { confirm, describeReason } from '#app/ui/confirm/confirm-store.ts';
import { toast } from '#app/ui/toast/toast-store.ts';
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
      const emails = count === 1 ? '1 email' : `${count} emails`;
      toast({
        variant: 'success',
        title: decision === 'send' ? `${emails} will be sent now` : `${emails} discarded`,
      });
      await revalidate();
    } catch (reason) {
      toast({ variant: 'destructive', title: 'Nothing was changed', description: describeReason(reason) });
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
      title: count === 1 ? 'Discard 1 email?' : `Discard ${count} emails?`,
      content: 'They stay in the outbox, marked as discarded, and are not sent.',
      confirmText: 'Discard',
      cancelText: 'Cancel',
    });
    if (isConfirmed) await decide('discard');
  };
  return (
    <section className="held-emails" aria-labelledby="held-emails">
      <h2 id="held-emails" className="held-emails-title">
        {count === 1 ? '1 older email is on hold' : `${count} older emails are on hold`}
      </h2>
      <p>
        They were written while no mail server was connected. Their links, codes and dates may be out of date:
        check them, then send or discard them. The oldest is sent first.
      </p>
      <div className="held-emails-actions">
        <Button variant="primary" size="sm" busy={busy === 'send'} onClick={() => void decide('send')}>
          Send all
        </Button>
        <Button size="sm" busy={busy === 'discard'} onClick={() => void discardAll()}>
          Discard all
        </Button>
      </div>
    </section>
  );
}
