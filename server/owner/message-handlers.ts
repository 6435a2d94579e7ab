// The product's sentences for the owner: how much of each language there is, and sentences in the owner's own words.

import * as v from 'valibot';
import type { Sql } from '#backend/database/driver/sql.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { ApiError } from '../http-kit/api-error.ts';
import { readBody } from '../http-kit/read-body.ts';
import type { MessageOverrides } from '../language/overrides.ts';
import { readLanguages } from '../language/read-catalogues.ts';
import type { OwnerCall } from './owner-call.ts';

const MAX_LENGTH = 4000;
const change = v.object({
  language: v.string('Choose a language.'),
  key: v.string('Choose a message.'),
  /** Null or empty: the product's own sentence again. */
  sentence: v.nullable(
    v.pipe(v.string(), v.trim(), v.maxLength(MAX_LENGTH, `Use at most ${MAX_LENGTH} characters.`)),
  ),
});

export function createMessageHandlers({ sql, overrides }: { sql: Sql; overrides: MessageOverrides }) {
  return {
    async describe({ request }: OwnerCall) {
      const language = new URL(request.url).searchParams.get('language') ?? '';
      const isKnown = readLanguages().has(language);
      return { languages: overrides.coverage(), messages: isKnown ? await overrides.list(language) : [] };
    },
    async save({ request, person }: OwnerCall) {
      const { language, key, sentence } = await readBody(request, change);
      const problem = await overrides.save(language, key, sentence || null);
      if (problem)
        throw new ApiError(422, 'bad_sentence', `The sentence cannot be used: ${problem}.`, {
          values: { problem },
        });
      await writeAudit(sql, {
        area: 'languages',
        action: sentence ? 'changed_a_sentence' : 'restored_a_sentence',
        subject: `${language} ${key}`,
        actorId: person.id,
      });
      return { saved: true };
    },
  };
}
