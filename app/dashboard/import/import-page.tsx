// Import in three steps: a file, its columns, a dry run with a report of every row. Only what fits as a whole is taken.
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { offerFile } from '#app/features/csv/offer-file.ts';
import { writeCsv } from '#app/features/csv/write-csv.ts';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { FileDrop } from '#app/ui/file-drop/file-drop.tsx';
import { RadioGroup, RadioOption } from '#app/ui/radio-group.tsx';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requireRole } from '../guard.server.ts';
import { PageHeader, Panel } from '../layout/page.tsx';
import type { Route } from './+types/import-page.ts';
import { ColumnsPanel } from './columns-panel.tsx';
import type { Import } from './import-api.ts';
import { type ImportKind, importKinds } from './import-kinds.ts';
import { ImportReport } from './import-report.tsx';
import { PastImports } from './past-imports.tsx';
import { detectEncoding, LARGEST_BYTES } from './read-table.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'owner');
  const { backend, now } = context.get(siteContext);
  const { data, error } = await backend
    .from('imports')
    .select('*')
    .neq('state', 'filling')
    .order('made_at', { ascending: false })
    .order('id')
    .limit(20)
    .overrideTypes<Import[], { merge: false }>();
  if (error) throw error;
  return { imports: data, now: now.toISOString() };
}

export function meta({ matches }: Route.MetaArgs) {
  return dashboardMeta(matches, 'import');
}

export interface BroughtFile {
  name: string;
  bytes: Uint8Array;
}

export default function ImportPage({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const [kind, setKind] = useState<ImportKind>('people');
  const [file, setFile] = useState<BroughtFile | null>(null);
  const [tried, setTried] = useState<Import | null>(null);
  const [problem, setProblem] = useState('');
  const take = async (given: File | undefined) => {
    if (!given) return;
    setTried(null);
    setProblem('');
    try {
      setFile({ name: given.name, bytes: new Uint8Array(await given.arrayBuffer()) });
    } catch (reason) {
      setProblem(describeReason(reason));
    }
  };
  const startAgain = () => {
    setFile(null);
    setTried(null);
    void revalidate();
  };
  return (
    <>
      <PageHeader title="Import">Every row is tried first. All of them are taken, or none.</PageHeader>
      <div className="dash-stack">
        {!tried && (
          <div className="dash-columns">
            <Panel title="What it is">
              <RadioGroup
                legend="The file holds"
                value={kind}
                onValueChange={(next) => setKind(next as ImportKind)}
              >
                {(Object.keys(importKinds) as ImportKind[]).map((one) => (
                  <RadioOption
                    key={one}
                    value={one}
                    label={importKinds[one].label}
                    hint={importKinds[one].hint}
                  />
                ))}
              </RadioGroup>
            </Panel>
            <Panel title="The file">
              <FileDrop
                label={file ? file.name : 'A table as CSV'}
                hint="Comma, semicolon or tab; UTF-8, UTF-16 or Windows letters. Up to 10,000 rows and 8 MB."
                accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
                maxBytes={LARGEST_BYTES}
                onFiles={([given]) => void take(given)}
              />
              <div className="panel-foot">
                <p className="dash-quiet">{importKinds[kind].again}</p>
                <Button variant="link" size="sm" onClick={() => offerTemplate(kind)}>
                  Download a template for {importKinds[kind].label.toLowerCase()}
                </Button>
              </div>
            </Panel>
          </div>
        )}
        {problem && <p className="owner-failed">{problem}</p>}
        {file && !tried && (
          <ColumnsPanel
            key={`${kind} ${file.name} ${file.bytes.length}`}
            kind={kind}
            file={file}
            encoding={detectEncoding(file.bytes)}
            onTried={setTried}
          />
        )}
        {tried && <ImportReport tried={tried} onTried={setTried} onStartAgain={startAgain} />}
        {!tried && <PastImports imports={loaderData.imports} now={loaderData.now} onOpen={setTried} />}
      </div>
    </>
  );
}

function offerTemplate(kind: ImportKind): void {
  const { fields, example } = importKinds[kind];
  offerFile(`${kind}-template.csv`, writeCsv([fields.map(({ label }) => label), ...example]));
}
