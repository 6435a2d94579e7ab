import { t } from '#app/language/messages.ts';

/** The details of an audit entry as lines: "lead: old → new", "rows: 12". */
export function formatDetails(details: Record<string, unknown>): string[] {
  return Object.entries(details).map(([name, value]) => {
    const label = name.replaceAll('_', ' ');
    if (isChange(value)) return `${label}: ${short(value.from)} → ${short(value.to)}`;
    return `${label}: ${short(value)}`;
  });
}

function isChange(value: unknown): value is { from: unknown; to: unknown } {
  return typeof value === 'object' && value !== null && 'from' in value && 'to' in value;
}

function short(value: unknown): string {
  if (value === null || value === undefined || value === '') return t('dashboard.audit.nothing');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
