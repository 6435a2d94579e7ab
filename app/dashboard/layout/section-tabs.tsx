// Pages that belong together, with tabs above them; the tabs stay when one of the pages fails.
import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { NavLink } from '#app/ui/link.tsx';
import { PageError } from './page-error.tsx';

export interface SectionTab {
  to: string;
  label: string;
}

interface SectionTabsProps {
  label: string;
  /** The first tab is the one whose address the others begin with. */
  tabs: readonly SectionTab[];
  /** What is shown beneath; the current page by default. */
  children?: ReactNode;
}

export function SectionTabs({ label, tabs, children = <Outlet /> }: SectionTabsProps) {
  return (
    <>
      <nav className="dash-filter" aria-label={label}>
        <ul>
          {tabs.map((tab) => (
            <li key={tab.to}>
              <NavLink to={tab.to} end={tab === tabs[0]}>
                {tab.label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </>
  );
}

interface SectionErrorProps extends Omit<SectionTabsProps, 'children'> {
  error: unknown;
  /** Data of the section's own layout; undefined when the layout itself failed. */
  loaderData: unknown;
}

export function SectionError({ error, loaderData, ...tabs }: SectionErrorProps) {
  const page = <PageError error={error} />;
  return loaderData === undefined ? page : <SectionTabs {...tabs}>{page}</SectionTabs>;
}
