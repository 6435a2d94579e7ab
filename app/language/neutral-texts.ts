// What visitors read where the studio has not written a text of its own yet.
import { t } from './messages.ts';

interface Texts {
  name: string;
  description: string;
  statement: string;
  lead: string;
}

export function withNeutralTexts<Studio extends Texts>(studio: Studio): Studio {
  const { name, description, statement, lead } = studio;
  return {
    ...studio,
    description: description || neutralDescription(name),
    statement: statement || t('site.layout.neutral_statement'),
    lead: lead || t('site.layout.neutral_lead'),
  };
}

/** For search engines. */
export const neutralDescription = (name: string) => t('site.layout.neutral_description', { name });
