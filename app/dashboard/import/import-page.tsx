// Import in three steps: a file, its columns, a check with a report on every row. All rows are imported, or none.

import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { dataOf } from '#app/backend/data-of.ts';
import { offerFile } from '#app/features/csv/offer-file.ts';
import { writeCsv } from '#app/features/csv/write-csv.ts';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { FileDrop } from '#app/ui/file-drop/file-drop.tsx';
import { RadioGroup, RadioOption } from '#app/ui/radio-group.tsx';
import type { Import } from '#contracts/overview.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requireRole } from '../guard.server.ts';
import { PageHeader, Panel } from '../layout/page.tsx';
import type { Route } from './+types/import-page.ts';
import { ColumnsPanel } from './columns-panel.tsx';
import { type ImportKind, importKinds } from './import-kinds.ts';
import { ImportReport } from './import-report.tsx';
import { PastImports } from './past-imports.tsx';
import { detectEncoding, type ImportFile, MAX_BYTES } from './read-table.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'owner');
  const { backend, now } = context.get(siteContext);
  const data = await dataOf(
    backend
      .from('imports')
      .select('*')
      .neq('state', 'filling')
      .order('made_at', { ascending: false })
      .order('id')
      .limit(20),
  );
  return { imports: data, now: now.toISOString() };
}

export const meta = dashboardMeta(() => t('dashboard.import.page_title'));

export default function ImportPage({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const [kind, setKind] = useState<ImportKind>('people');
  const [file, setFile] = useState<ImportFile | null>(null);
  const [checked, setChecked] = useState<Import | null>(null);
  const [error, setError] = useState('');
  const openFile = async (given: File | undefined) => {
    if (!given) return;
    setChecked(null);
    setError('');
    try {
      setFile({ name: given.name, bytes: new Uint8Array(await given.arrayBuffer()) });
    } catch (reason) {
      setError(describeReason(reason));
    }
  };
  const startAgain = () => {
    setFile(null);
    setChecked(null);
    void revalidate();
  };
  return (
    <>
      <PageHeader title={t('dashboard.import.import_heading')}>
        {t('dashboard.import.every_row_is_checked_first')}
      </PageHeader>
      <div className="dash-stack">
        {!checked && (
          <div className="dash-columns">
            <Panel title={t('dashboard.import.content_of_the_file')}>
              <RadioGroup
                legend={t('dashboard.import.the_file_contains')}
                value={kind}
                onValueChange={(next) => setKind(next as ImportKind)}
              >
                {(Object.keys(importKinds) as ImportKind[]).map((one) => (
                  <RadioOption
                    key={one}
                    value={one}
                    label={importKinds[one].label()}
                    hint={importKinds[one].hint()}
                  />
                ))}
              </RadioGroup>
            </Panel>
            <Panel title={t('dashboard.import.file')}>
              <FileDrop
                label={file ? file.name : t('dashboard.import.choose_a_csv_file')}
                hint={t('dashboard.import.file_requirements')}
                accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
                maxBytes={MAX_BYTES}
                onFiles={([given]) => void openFile(given)}
              />
              <div className="panel-foot">
                <p className="dash-quiet">{importKinds[kind].duplicates()}</p>
                <LinkButton onClick={() => offerTemplate(kind)}>
                  {t('dashboard.import.download_template', { kind })}
                </LinkButton>
              </div>
            </Panel>
          </div>
        )}
        {error && <p className="owner-failed">{error}</p>}
        {file && !checked && (
          <ColumnsPanel
            key={`${kind} ${file.name} ${file.bytes.length}`}
            kind={kind}
            file={file}
            encoding={detectEncoding(file.bytes)}
            onChecked={setChecked}
          />
        )}
        {checked && <ImportReport result={checked} onChange={setChecked} onStartAgain={startAgain} />}
        {!checked && <PastImports imports={loaderData.imports} now={loaderData.now} onOpen={setChecked} />}
      </div>
    </>
  );
}

function offerTemplate(kind: ImportKind): void {
  const { fields, example } = importKinds[kind];
  offerFile(`${kind}-template.csv`, writeCsv([fields.map(({ label }) => label()), ...example()]));
}
