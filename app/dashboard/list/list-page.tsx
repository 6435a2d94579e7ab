// A page that is one list.
import type { ComponentProps, ReactNode } from 'react';
import { PageHeader } from '../layout/page.tsx';
import { ListView, type ListViewProps } from './list-view.tsx';

interface ListPageProps<Row> extends Omit<ListViewProps<Row>, 'label'> {
  title: string;
  /** A sentence beside the title. */
  lead: ReactNode;
  /** Address and label of the main action, where it is another page. */
  link?: ComponentProps<typeof PageHeader>['link'];
  headerActions?: ReactNode;
  /** Name of the list, where it is not the title. */
  label?: string;
}

export function ListPage<Row>({ title, lead, link, headerActions, ...list }: ListPageProps<Row>) {
  return (
    <>
      <PageHeader title={title} link={link} actions={headerActions}>
        {lead}
      </PageHeader>
      <ListView label={title} {...list} />
    </>
  );
}
