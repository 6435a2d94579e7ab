// The buckets of stored files: who may read them, what they accept, how much is in them.
import { formatBytes } from '#app/language/format-bytes.ts';
import { currentLanguage, t } from '#app/language/messages.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Link } from '#app/ui/link.tsx';
import type { DataBucket } from '#contracts/data-window.ts';
import { guardPage } from '../../guard.server.ts';
import type { ListColumn } from '../../list/list-column.ts';
import { ListView } from '../../list/list-view.tsx';
import type { Route } from './+types/files-page.ts';
import { DataGate, DataHeader, DataLoading, dataMeta } from './data-header.tsx';
import { dataLoader } from './load-data.ts';

export const loader = guardPage('owner');
export const clientLoader = dataLoader<{ buckets: DataBucket[] }>('buckets');
export const meta = dataMeta;
export const HydrateFallback = DataLoading;

export default function FilesPage({ loaderData: { answer, problem } }: Route.ComponentProps) {
  return (
    <>
      <DataHeader />
      {problem ? (
        <DataGate problem={problem} />
      ) : (
        <ListView
          list="data-buckets"
          label={t('dashboard.data.files')}
          columns={bucketColumns()}
          rows={answer.buckets}
          rowId={({ id }) => id}
          empty={[t('dashboard.data.no_buckets'), t('dashboard.data.buckets_appear_here')]}
        />
      )}
    </>
  );
}

function bucketColumns(): ListColumn<DataBucket>[] {
  const count = new Intl.NumberFormat(currentLanguage().locale);
  const objects = (bucket: string) =>
    `/dashboard/system/data/table?${new URLSearchParams({ schema: 'storage', table: 'objects', column: 'bucket_id', is: 'eq', value: bucket })}`;
  return [
    {
      id: 'name',
      label: t('dashboard.data.bucket'),
      isTitle: true,
      cell: ({ id }) => (
        <Link to={objects(id)}>
          <span dir="ltr">{id}</span>
        </Link>
      ),
    },
    {
      id: 'files',
      label: t('dashboard.data.files'),
      width: 'money',
      align: 'end',
      phone: 'end',
      cell: ({ files }) => count.format(files),
    },
    {
      id: 'size',
      label: t('dashboard.data.size'),
      width: 'money',
      align: 'end',
      drop: 1,
      phone: 'end-detail',
      cell: ({ bytes }) => formatBytes(bytes),
    },
    {
      id: 'types',
      label: t('dashboard.data.accepts'),
      drop: 2,
      className: 'dash-quiet',
      cell: ({ types, maxBytes }) => (
        <span dir="ltr">
          {[types?.join(', ') ?? '*/*', maxBytes && formatBytes(maxBytes)].filter(Boolean).join(' · ')}
        </span>
      ),
    },
    {
      id: 'access',
      label: t('dashboard.data.access'),
      width: 'state',
      phone: 'detail',
      cell: ({ isPublic }) => (
        <Badge tone={isPublic ? 'default' : 'quiet'}>
          {isPublic ? t('dashboard.data.public') : t('dashboard.data.private')}
        </Badge>
      ),
    },
  ];
}
