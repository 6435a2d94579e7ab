// All saved versions, newest first: compare with the current text, restore.

import { useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { clockTime, shortDate } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import type { ContentFields } from '#contracts/draft.ts';
import { reportFailure } from '../../forms/report-failure.ts';
import { Panel } from '../../layout/page.tsx';
import type { WholeContent } from '../content.ts';
import { Changes } from './changes.tsx';

interface Revision {
  version: number;
  note: string;
  made_at: string;
  made_name: string;
}

interface RevisionsPanelProps {
  content: WholeContent;
  revisions: Revision[];
  /** The current fields in the editor. */
  fields: ContentFields;
  zone: string;
  isDirty: boolean;
  onRestore(version: number): Promise<void>;
}

export function RevisionsPanel(props: RevisionsPanelProps) {
  const { content, revisions, fields, zone, isDirty, onRestore } = props;
  const [open, setOpen] = useState<{ version: number; fields: ContentFields } | null>(null);
  const [busy, setBusy] = useState<number | null>(null);
  const look = async (version: number) => {
    if (open?.version === version) return setOpen(null);
    setBusy(version);
    const client = await backend(() => setBusy(null));
    const { data, error } = await client
      .from('content_revisions')
      .select('fields')
      .eq('relation', content.relation)
      .eq('ref', content.ref)
      .eq('version', version)
      .maybeSingle();
    setBusy(null);
    if (error || !data) reportFailure(error ?? t('dashboard.content.this_revision_is_no_longer_available'));
    else setOpen({ version, fields: data.fields });
  };
  return (
    <Panel title={t('dashboard.content.revisions')}>
      {revisions.length === 0 ? (
        <p className="dash-quiet">{t('dashboard.content.no_revisions_yet_every_save_adds')}</p>
      ) : (
        <ol className="revisions">
          {revisions.map(({ version, note, made_at, made_name }) => (
            <li key={version}>
              <span>
                {shortDate(new Date(made_at), zone)}, {clockTime(new Date(made_at), zone)}
              </span>
              <span className="dash-quiet">
                {formatNote(note)}
                {made_name && `, ${made_name}`}
              </span>
              {version === content.version ? (
                <span className="dash-quiet">{t('dashboard.content.current_revision')}</span>
              ) : (
                <LinkButton
                  aria-expanded={open?.version === version}
                  aria-label={t('dashboard.content.compare_revision_with_current', { version })}
                  busy={busy === version}
                  onClick={() => void look(version)}
                >
                  {t('dashboard.content.compare')}
                </LinkButton>
              )}
              {open?.version === version && (
                <div className="revision-changes">
                  <Changes before={open.fields} after={fields} />
                  <Button
                    variant="tertiary"
                    size="sm"
                    aria-disabled={isDirty || undefined}
                    onClick={() => {
                      if (!isDirty) void onRestore(version).then(() => setOpen(null));
                    }}
                  >
                    {t('dashboard.content.restore_this_revision')}
                  </Button>
                  {isDirty && (
                    <p className="dash-quiet">{t('dashboard.content.save_or_discard_your_changes_first')}</p>
                  )}
                </div>
              )}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

/** How a revision came to be, from the word that the database has noted. */
function formatNote(note: string): string {
  if (note === 'saved') return t('dashboard.content.revision_saved');
  if (note === 'published') return t('dashboard.content.revision_published');
  if (note === 'as it was') return t('dashboard.content.revision_as_it_was');
  const [, version] = /^restored from revision (\d+)$/.exec(note) ?? [];
  return version ? t('dashboard.content.revision_restored', { version }) : note;
}
