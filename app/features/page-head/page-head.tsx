// The header of a page: its section, its title, and beside it a summary. Seven and five columns.
import type { ReactNode } from 'react';
import type { LangAttributes } from '#app/language/in-language.ts';
import { WaveTitle } from './wave-title.tsx';

interface PageHeadProps {
  title: string;
  /** Where the title is not in the language of the page. */
  titleLang?: LangAttributes | undefined;
  /** Above the title: the section this page belongs to and a short label. */
  above?: ReactNode;
  /** A sentence beside the title. */
  lead?: string | undefined;
  /** What else is beside the title. */
  children?: ReactNode;
}

export function PageHead({ title, titleLang, above, lead, children }: PageHeadProps) {
  return (
    <div className="wrap page-head">
      {above && <div className="page-above">{above}</div>}
      <div className="grid-12 page-head-row">
        <WaveTitle text={title} className="page-head-title" {...titleLang} />
        {(lead || children) && (
          <div className="page-head-side">
            {lead && <p className="lead">{lead}</p>}
            {children}
          </div>
        )}
      </div>
    </div>
  );
}
