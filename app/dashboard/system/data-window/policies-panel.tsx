// The row policies of a table in sentences: who may do what, and with which rows.
import { formatList } from '#app/language/list.ts';
import { t } from '#app/language/messages.ts';
import type { DataPolicy, DataTable } from '#contracts/data-window.ts';
import { Panel } from '../../layout/page.tsx';

export function PoliciesPanel({ table }: { table: DataTable }) {
  if (table.kind === 'view') return null;
  return (
    <Panel title={t('dashboard.data.row_policies')} className="data-policies-panel">
      {!table.hasRowPolicies ? (
        <p>{t('dashboard.data.no_policies_everyone_with_a_right')}</p>
      ) : table.policies.length === 0 ? (
        <p>{t('dashboard.data.policies_on_but_none')}</p>
      ) : (
        <ul className="data-policies">
          {table.policies.map((policy) => (
            <li key={policy.name}>
              <p>{policySentence(policy)}</p>
              <p className="dash-quiet" dir="auto">
                {policy.name}
              </p>
              {[policy.using, policy.check !== policy.using && policy.check].map(
                (rule) =>
                  rule && (
                    <code key={rule} className="data-rule" dir="ltr">
                      {rule}
                    </code>
                  ),
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function policySentence({ command, roles, isPermissive, using, check }: DataPolicy): string {
  const who = formatList(roles.map(roleLabel));
  const values = { who, what: t(`dashboard.data.command_${command}`) };
  const isAlways = (using ?? check ?? 'true') === 'true';
  if (!isPermissive) return t('dashboard.data.policy_restricts', values);
  return isAlways
    ? t('dashboard.data.policy_all_rows', values)
    : t('dashboard.data.policy_some_rows', values);
}

function roleLabel(role: string): string {
  if (role === 'public') return t('dashboard.data.role_everyone');
  if (role === 'anon') return t('dashboard.data.role_visitors');
  if (role === 'authenticated') return t('dashboard.data.role_signed_in');
  return role;
}
