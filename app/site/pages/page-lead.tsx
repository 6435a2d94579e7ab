import { langOf, type Marks } from '#app/language/in-language.ts';
import type { RootData } from '#app/root.tsx';

interface PageLeadProps {
  page: ({ summary: string } & Marks) | undefined;
  studio: RootData['studio'];
  /** The studio's text where the page has no summary of its own. */
  field: 'statement' | 'invitation';
}

/** The sentence below the title. */
export function PageLead({ page, studio, field }: PageLeadProps) {
  const text = page?.summary || studio[field];
  if (!text) return null;
  return (
    <p className="lead" {...(page?.summary ? langOf(page, 'summary') : langOf(studio, field))}>
      {text}
    </p>
  );
}
