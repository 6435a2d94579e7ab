// Who the studio is in law, line by line.
import { joinItems } from '#app/language/list.ts';
import { t } from '#app/language/messages.ts';
import type { PolicyFacts } from './policy.ts';

export function sellerText({ studioName, address, email, phone, business }: PolicyFacts): string {
  return [
    business.legal_name || studioName,
    joinItems((business.address || address).split('\n').map((line) => line.trim())),
    joinItems([phone, email]),
    business.register,
    business.tax_number && t('site.policies.tax_number_is', { number: business.tax_number }),
  ]
    .filter(Boolean)
    .join('\n\n');
}
