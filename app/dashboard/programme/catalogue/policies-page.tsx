// Cancellation policies: how much is refunded and until when. A booking keeps the policy of the day it was made.

import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { Field } from '#app/ui/field.tsx';
import { Input, NumberInput } from '#app/ui/input.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { EditListPage } from '../../forms/edit-list.tsx';
import { requireRole } from '../../guard.server.ts';
import { POLICY_TEXTS } from '../../languages/text-fields.ts';
import { slugOf } from '../offerings/offering.ts';
import type { Route } from './+types/policies-page.ts';
import { CatalogueForm } from './catalogue-form.tsx';

import { loadCatalogue, type Policy } from './load-catalogue.server.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { policies } = await loadCatalogue(context.get(siteContext).backend);
  return { policies };
}

export const meta = dashboardMeta(() => t('dashboard.programme.page_title_policies'));

export default function PoliciesPage({ loaderData }: Route.ComponentProps) {
  const { policies } = loaderData;
  return (
    <EditListPage
      title={t('dashboard.programme.cancellation_policies')}
      lead={t('dashboard.programme.changes_apply_to_new_bookings_existing')}
      items={policies}
      idOf={({ id }) => id}
      nameOf={({ name, id }) => name || id}
      about={(policy) => (
        <>
          {policy.summary && <span className="dash-quiet">{policy.summary}</span>}
          <span className="dash-quiet">{inShort(policy)}</span>
        </>
      )}
      form={(policy, done) => <PolicyForm policy={policy} onDone={done} />}
      addTitle={t('dashboard.programme.add_a_policy')}
      addForm={(done) => <PolicyForm policy={null} onDone={done} />}
    />
  );
}

/** What the system applies, so that staff can compare it with the written text. */
function inShort({ full_until_h, late_credit_percent }: Policy): string {
  return late_credit_percent === 0
    ? t('dashboard.programme.policy_then_no_refund', { hours: full_until_h })
    : t('dashboard.programme.policy_then_credit', { hours: full_until_h, percent: late_credit_percent });
}

function PolicyForm({ policy, onDone }: { policy: Policy | null; onDone(): void }) {
  return (
    <CatalogueForm
      className="policy-form"
      table="cancellation_policies"
      item={policy}
      texts={POLICY_TEXTS}
      save={(client, text, translations) => {
        const row = {
          name: text('name'),
          summary: text('summary'),
          full_until_h: Number(text('full_until_h')),
          late_credit_percent: Number(text('late_credit_percent')),
          translations,
        };
        const table = client.from('cancellation_policies');
        return policy
          ? table.update(row).eq('id', policy.id)
          : table.insert({ ...row, id: slugOf(row.name).slice(0, 40).replace(/-+$/, '') || 'rules' });
      }}
      add={t('dashboard.programme.add_policy')}
      added={t('dashboard.programme.policy_added')}
      nameTaken={t('dashboard.programme.a_policy_with_that_name_already')}
      removal={
        policy &&
        policy.id !== 'standard' && {
          title: t('dashboard.programme.remove_question', { name: policy.name || policy.id }),
          content: t('dashboard.programme.only_a_policy_that_no_offering'),
          button: t('dashboard.programme.remove_policy'),
          stillUsed: t('dashboard.programme.offerings_use_this_policy'),
        }
      }
      onDone={onDone}
    >
      <Field label={t('dashboard.common.name')} required>
        <Input name="name" defaultValue={policy?.name} maxLength={60} autoComplete="off" />
      </Field>
      <Field label={t('dashboard.programme.full_refund_until_hours_before')} required>
        <NumberInput name="full_until_h" min={0} max={8760} defaultValue={policy?.full_until_h ?? 24} />
      </Field>
      <Field label={t('dashboard.programme.credit_after_that_per_cent')} required>
        <NumberInput
          name="late_credit_percent"
          min={0}
          max={100}
          defaultValue={policy?.late_credit_percent ?? 50}
        />
      </Field>
      <Field
        label={t('dashboard.programme.text_for_visitors')}
        optional
        hint={t('dashboard.programme.empty_written_from_numbers')}
      >
        <Textarea name="summary" rows={4} maxLength={1000} defaultValue={policy?.summary} />
      </Field>
    </CatalogueForm>
  );
}
