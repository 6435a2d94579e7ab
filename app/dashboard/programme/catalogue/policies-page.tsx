// Cancellation policies: how much is refunded and until when. A booking keeps the policy of the day it was made.

import { type FormEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { EditList, FormEnd } from '../../forms/edit-list.tsx';
import { reportFailure } from '../../forms/report-failure.ts';
import { requireRole } from '../../guard.server.ts';
import { InLanguages } from '../../languages/in-languages.tsx';
import { POLICY_TEXTS } from '../../languages/text-fields.ts';
import { PageHeader, Panel } from '../../layout/page.tsx';
import { slugOf } from '../offerings/offering.ts';
import type { Route } from './+types/policies-page.ts';

import { loadCatalogue, type Policy } from './load-catalogue.server.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { policies } = await loadCatalogue(context.get(siteContext).backend);
  return { policies };
}

export const meta = dashboardMeta(() => t('dashboard.programme.page_title_policies'));

export default function PoliciesPage({ loaderData }: Route.ComponentProps) {
  const { policies } = loaderData;
  const { revalidate } = useRevalidator();
  const reload = () => void revalidate();
  return (
    <>
      <PageHeader title={t('dashboard.programme.cancellation_policies')}>
        {t('dashboard.programme.changes_apply_to_new_bookings_existing')}
      </PageHeader>
      <div className="dash-columns">
        <EditList
          items={policies}
          idOf={({ id }) => id}
          nameOf={({ name, id }) => name || id}
          about={(policy) => (
            <>
              <span className="dash-quiet">{policy.summary}</span>
              <span className="dash-quiet">{inShort(policy)}</span>
            </>
          )}
          form={(policy, close) => (
            <PolicyForm
              policy={policy}
              onDone={() => {
                close();
                reload();
              }}
            />
          )}
        />
        <Panel title={t('dashboard.programme.add_a_policy')}>
          <PolicyForm policy={null} onDone={reload} />
        </Panel>
      </div>
    </>
  );
}

/** What the system applies, so that staff can compare it with the written text. */
function inShort({ full_until_h, late_credit_percent }: Policy): string {
  return late_credit_percent === 0
    ? t('dashboard.programme.policy_then_no_refund', { hours: full_until_h })
    : t('dashboard.programme.policy_then_credit', { hours: full_until_h, percent: late_credit_percent });
}

function PolicyForm({ policy, onDone }: { policy: Policy | null; onDone(): void }) {
  const [translations, setTranslations] = useState(policy?.translations ?? {});
  const [isBusy, setBusy] = useState(false);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const row = {
      name: String(given.get('name')).trim(),
      summary: String(given.get('summary')).trim(),
      full_until_h: Number(given.get('full_until_h')),
      late_credit_percent: Number(given.get('late_credit_percent')),
      translations,
    };
    setBusy(true);
    const client = await backend(() => setBusy(false));
    const table = client.from('cancellation_policies');
    const { error } = policy
      ? await table.update(row).eq('id', policy.id)
      : await table.insert({ ...row, id: slugOf(row.name).slice(0, 40).replace(/-+$/, '') || 'rules' });
    setBusy(false);
    if (error)
      return reportFailure(
        error.code === '23505' ? t('dashboard.programme.a_policy_with_that_name_already') : error,
      );
    toast({
      variant: 'success',
      title: policy ? t('dashboard.common.changes_saved') : t('dashboard.programme.policy_added'),
    });
    if (!policy) form.reset();
    onDone();
  };
  const remove = () =>
    policy &&
    confirm({
      title: t('dashboard.programme.remove_question', { name: policy.name || policy.id }),
      content: t('dashboard.programme.only_a_policy_that_no_offering'),
      type: 'destructive',
      confirmText: t('dashboard.programme.remove_policy'),
      onConfirm: async () => {
        const client = await backend();
        const { error } = await client.from('cancellation_policies').delete().eq('id', policy.id);
        if (error?.code === '23503') throw new Error(t('dashboard.programme.offerings_use_this_policy'));
        if (error) throw error;
        onDone();
      },
    });
  return (
    <form className="span-form policy-form" onSubmit={save}>
      <InLanguages
        row={policy ?? {}}
        fields={POLICY_TEXTS}
        translations={translations}
        onChange={setTranslations}
      >
        <Field label={t('dashboard.common.name')} required>
          <Input name="name" defaultValue={policy?.name} maxLength={60} autoComplete="off" />
        </Field>
        <Field label={t('dashboard.programme.full_refund_until_hours_before')} required>
          <Input
            name="full_until_h"
            type="number"
            min={0}
            max={8760}
            defaultValue={policy?.full_until_h ?? 24}
          />
        </Field>
        <Field label={t('dashboard.programme.credit_after_that_per_cent')} required>
          <Input
            name="late_credit_percent"
            type="number"
            min={0}
            max={100}
            defaultValue={policy?.late_credit_percent ?? 50}
          />
        </Field>
        <Field
          label={t('dashboard.programme.text_for_visitors')}
          required
          hint={t('dashboard.programme.shown_on_the_page_of_every')}
        >
          <Textarea name="summary" rows={4} maxLength={1000} defaultValue={policy?.summary} />
        </Field>
      </InLanguages>
      <FormEnd
        add={policy ? null : t('dashboard.programme.add_policy')}
        isBusy={isBusy}
        onRemove={policy && policy.id !== 'standard' ? () => void remove() : undefined}
      />
    </form>
  );
}
