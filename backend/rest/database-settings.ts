// Rules that the owner of the database sets in the database itself, as PostgREST reads them:
// `alter role authenticator set pgrst.db_max_rows = 500`, then `notify pgrst, 'reload config'`.
import type { ActionRules } from './actions/action.ts';
import type { SchemaCache } from './schema-cache/schema-cache.ts';

export function rulesOf(cache: SchemaCache, configured: ActionRules): ActionRules {
  const settings = cache.roleSettings.get('authenticator');
  if (!settings) return configured;
  const maxRows = Number(settings.get('pgrst.db_max_rows') ?? Number.NaN);
  return {
    maxRows: Number.isInteger(maxRows) && maxRows >= 0 ? maxRows : configured.maxRows,
    allowsAggregates: isOn(settings.get('pgrst.db_aggregates_enabled'), configured.allowsAggregates),
    allowsPlan: isOn(settings.get('pgrst.db_plan_enabled'), configured.allowsPlan),
  };
}

export function allowsTxOverride(cache: SchemaCache): boolean {
  return (
    cache.roleSettings.get('authenticator')?.get('pgrst.db_tx_end')?.endsWith('-allow-override') ?? false
  );
}

function isOn(setting: string | undefined, configured: boolean): boolean {
  return setting === undefined ? configured : /^(true|on|yes|1)$/i.test(setting);
}
