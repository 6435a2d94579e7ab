// Card payments: the studio's own account at Stripe. The key is tried at once, stored encrypted and never shown again.

import { type FormEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { confirm, describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requireRole } from '../guard.server.ts';
import { ColumnsPage, PageLoading, Panel } from '../layout/page.tsx';
import { ownApi } from '../own-api.ts';
import type { Route } from './+types/payments-page.ts';

interface CardStatus {
  source: 'environment' | 'dashboard' | null;
  account: string;
  is_live: boolean;
  is_key_lost: boolean;
}

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'owner');
  return null;
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const [, cards] = await Promise.all([serverLoader(), ownApi<CardStatus>('/studio/cards')]);
  return { cards };
}
clientLoader.hydrate = true as const;

export const meta = dashboardMeta(() => t('dashboard.settings.payments_page_title'));

export function HydrateFallback() {
  return (
    <PageLoading title={t('dashboard.settings.payments_heading')}>
      {t('dashboard.common.loading')}
    </PageLoading>
  );
}

export default function PaymentSettings({ loaderData }: Route.ComponentProps) {
  const { cards } = loaderData as { cards: CardStatus };
  const { revalidate } = useRevalidator();
  return (
    <ColumnsPage title={t('dashboard.settings.payments_heading')} lead={leadOf(cards)}>
      <Panel title={t('dashboard.settings.stripe_account')} className="owner-fields">
        {cards.source === 'environment' ? (
          <p>{t('dashboard.settings.set_by_stripe_secret_key')}</p>
        ) : (
          <KeyForm cards={cards} onSaved={() => void revalidate()} />
        )}
      </Panel>
    </ColumnsPage>
  );
}

function leadOf({ source, account, is_live }: CardStatus): string {
  if (!source) return t('dashboard.settings.cards_are_not_taken');
  if (!is_live) return t('dashboard.settings.cards_are_taken_in_test_mode');
  return account
    ? t('dashboard.settings.cards_are_paid_to_account', { account })
    : t('dashboard.settings.cards_are_taken');
}

function KeyForm({ cards, onSaved }: { cards: CardStatus; onSaved(): void }) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setBusy(true);
    setError('');
    try {
      const secretKey = String(new FormData(form).get('secret_key')).trim();
      await ownApi('/studio/cards', { method: 'PUT', body: { secret_key: secretKey } });
      form.reset();
      toastSuccess(t('dashboard.settings.cards_set_up'), t('dashboard.settings.key_works_and_webhook_made'));
      onSaved();
    } catch (reason) {
      const { fields } = (reason ?? {}) as { fields?: Record<string, string> };
      setError(fields?.secret_key ?? describeReason(reason));
    } finally {
      setBusy(false);
    }
  };
  const remove = () =>
    confirm({
      title: t('dashboard.settings.stop_card_payments'),
      content: t('dashboard.settings.stop_card_payments_content'),
      confirmText: t('dashboard.settings.remove_key'),
      onConfirm: async () => {
        await ownApi('/studio/cards', { method: 'DELETE' });
        toastSuccess(t('dashboard.settings.key_removed'));
        onSaved();
      },
    });
  return (
    <form className="owner-form" onSubmit={(event) => void save(event)} noValidate>
      <p className="dash-quiet">{t('dashboard.settings.where_to_find_the_key')}</p>
      <Field
        label={t('dashboard.settings.secret_key')}
        hint={t(
          cards.source
            ? 'dashboard.settings.saved_key_is_replaced'
            : 'dashboard.settings.key_is_tried_at_once',
        )}
        error={error || (cards.is_key_lost ? t('dashboard.settings.saved_key_cannot_be_read') : undefined)}
        required
      >
        <Input name="secret_key" type="password" maxLength={300} autoComplete="off" spellCheck={false} />
      </Field>
      <div className="dash-row-actions">
        <Button variant="primary" size="sm" type="submit" busy={isBusy}>
          {t(cards.source ? 'dashboard.settings.replace_key' : 'dashboard.settings.set_up_cards')}
        </Button>
        {cards.source && (
          <Button variant="text" size="sm" onClick={() => void remove()}>
            {t('dashboard.settings.remove_key')}
          </Button>
        )}
      </div>
    </form>
  );
}
