// The studio's Stripe account as the owner sees and sets it. The key goes in and never comes out again.
import * as v from 'valibot';
import type { Sql } from '#backend/database/driver/sql.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { readBody, text } from '../http-kit/read-body.ts';
import type { CardSettings } from '../payments/card-settings.ts';
import type { OwnerCall } from './owner-call.ts';

export function createCardHandlers({ sql, cards }: { sql: Sql; cards: CardSettings }) {
  return {
    describe: () => cards.describe(),
    async save({ request, person }: OwnerCall) {
      const { secret_key: secretKey } = await readBody(request, v.object({ secret_key: text }));
      await cards.save(secretKey);
      const status = await cards.describe();
      const details = { account: status.account, is_live: status.is_live };
      await writeAudit(sql, { area: 'money', action: 'set_up_cards', details, actorId: person.id });
      return status;
    },
    async remove({ person }: OwnerCall) {
      await cards.remove();
      await writeAudit(sql, { area: 'money', action: 'removed_cards', actorId: person.id });
      return cards.describe();
    },
  };
}
