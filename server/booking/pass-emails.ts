// The text of emails about a pass or voucher that was bought. Recipients are decided in mail-jobs.ts.
import { longDay } from '#app/language/format-day.ts';
import { localDay } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import type { OrderView } from '#contracts/booking.ts';
import { pageUrl } from '../language/page-url.ts';
import type { EmailContent } from '../mail/templates/layout.ts';
import { contactLine, type Studio } from './email-studio.ts';

export const passEmails = {
  bought(order: OrderView, studio: Studio): EmailContent {
    const { kind } = order;
    const [pass] = order.passes;
    const code = pass?.code ?? order.credits[0]?.code ?? '';
    return {
      subject: t('email.booking.bought_subject', { kind, studio: studio.name }),
      heading: t('email.booking.bought_heading', { kind }),
      intro: t('email.booking.bought_intro', { code, studio: studio.name }),
      facts: [
        kind === 'pass'
          ? [t('email.facts.entries'), String(pass?.entries ?? 0)]
          : [
              t('email.facts.value'),
              price(order.credits[0]?.balance_cents ?? order.total_cents, order.currency),
            ],
        ...(pass ? [validUntil(pass, studio)] : []),
        [t('email.facts.reference'), order.number],
      ],
      button: { label: t('email.booking.find_class'), url: pageUrl(studio, '/classes') },
      closing: t('email.booking.bought_closing'),
    };
  },
  ends(order: OrderView, studio: Studio, pass: OrderView['passes'][number]): EmailContent {
    const day = longDay(localDay(new Date(pass.valid_until), studio.zone));
    return {
      subject: t('email.booking.pass_ends_subject', { name: pass.name, day }),
      heading: t('email.booking.pass_ends_heading'),
      intro: t('email.booking.pass_ends_intro', { name: pass.name, count: pass.entries, day }),
      facts: [
        [t('email.facts.entries'), String(pass.entries)],
        validUntil(pass, studio),
        [t('email.facts.reference'), order.number],
      ],
      button: { label: t('email.booking.find_class'), url: pageUrl(studio, '/classes') },
      closing: contactLine(studio),
    };
  },
};

function validUntil({ valid_until }: OrderView['passes'][number], { zone }: Studio): [string, string] {
  return [t('email.facts.valid_until'), longDay(localDay(new Date(valid_until), zone))];
}
