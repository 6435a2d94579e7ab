// The editor of one item: title, text, details, publishing and revisions.

import { useEffect, useState } from 'react';
import { data, useNavigate, useRevalidator } from 'react-router';
import { questionText, t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { Field, FieldError } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Link } from '#app/ui/link.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import type { ContentFields } from '#contracts/draft.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { callDatabase } from '../forms/call-database.ts';
import { doWithUndo } from '../forms/do-with-undo.ts';
import { SaveBar } from '../forms/save-bar.tsx';
import { useUnsavedGuard } from '../forms/use-unsaved-guard.ts';
import { requireRole } from '../guard.server.ts';
import { blocksIn } from '../languages/blocks-in.ts';
import { InLanguages } from '../languages/in-languages.tsx';
import { CONTENT_TEXTS, type TextField } from '../languages/text-fields.ts';
import { PageHeader } from '../layout/page.tsx';
import { OtherEditors } from '../realtime/other-editors.tsx';
import { useEditors } from '../realtime/use-editors.ts';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/writing-page.ts';
import { ConflictPanel } from './conflict-panel.tsx';
import { BUILT_IN_PAGES, KINDS, RELATIONS, type Relation, type WholeContent } from './content.ts';
import { CopyFromPage } from './copy-from-page.tsx';
import { RichEditor } from './editor/rich-editor.tsx';
import { FieldPanel } from './field-panel.tsx';
import { RevisionsPanel } from './history/revisions-panel.tsx';
import { loadWriting } from './load-writing.server.ts';
import { PublishPanel } from './publish-panel.tsx';
import { TranslatedBlocks } from './translated-blocks.tsx';
import { useWriting } from './use-writing.ts';

export async function loader({ request, context, params }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const relation = RELATIONS.find((one) => one === params.relation);
  if (!relation || !/^[0-9a-f-]{36}$/.test(params.id)) throw data(null, { status: 404 });
  const loaded = await loadWriting(context.get(siteContext).backend, relation, params.id);
  if (!loaded) throw data(null, { status: 404 });
  return loaded;
}

export const meta = dashboardMeta<typeof loader>(
  ({ loaderData }) => loaderData?.content.title ?? t('dashboard.content.page_title'),
);

type Loaded = Route.ComponentProps['loaderData'];

export default function WritingPage({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  // Counts deliberate reloads: only then the editor discards its text.
  const [reading, setReading] = useState(0);
  const [stale, setStale] = useState<Loaded | null>(null);
  if (stale && stale !== loaderData) {
    setStale(null);
    setReading(reading + 1);
  }
  const reload = () => {
    setStale(loaderData);
    void revalidate();
  };
  return <WritingEditor key={`${loaderData.content.ref} ${reading}`} loaded={loaderData} onReload={reload} />;
}

function WritingEditor({ loaded, onReload }: { loaded: Loaded; onReload(): void }) {
  const { content, revisions, people, media, titles } = loaded;
  const { studio } = useStudio();
  const { relation, ref } = content;
  const kind = KINDS[relation];
  const writing = useWriting(content);
  const [borrowed, setBorrowed] = useState(0);
  const editors = useEditors(`content:${relation}:${ref}`);
  const allowLeaving = useUnsavedGuard(writing.isDirty);
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const titleField = kind.titleField;

  const save = async (over?: number): Promise<number | null> => {
    const version = await writing.save(over);
    if (version === null) return null;
    editors.announceSaved();
    editors.forgetChange();
    await revalidate();
    return version;
  };
  const saved = () => (writing.isDirty ? save() : Promise.resolve(writing.version));
  const done = async (isDone: boolean, title: string) => {
    if (!isDone) return;
    editors.announceSaved();
    toastSuccess(title);
    await revalidate();
  };
  const publish = async (at: string | null) => {
    const version = await saved();
    if (version === null) return;
    const isDone = await writing.act('publish_content', { base_version: version, at });
    await done(
      isDone,
      at ? t('dashboard.content.publishing_scheduled') : t('dashboard.content.content_published'),
    );
  };
  const trash = () => {
    const target = { of_relation: relation, of_ref: ref };
    const bin = async () => {
      allowLeaving();
      await doWithUndo({
        title: t('dashboard.content.moved_to_trash'),
        show: () => () => {},
        save: () => callDatabase('trash_content', target),
        undo: () => callDatabase('untrash_content', target),
      });
      await navigate(`/dashboard/content?kind=${relation}`);
    };
    if (!writing.isDirty) return void bin();
    void confirm({
      ...questionText('dashboard.content.move_to_trash'),
      type: 'destructive',
      onConfirm: bin,
    });
  };
  useSaveKey(() => void save());

  return (
    <>
      <PageHeader
        title={writing.fields[titleField] || t('dashboard.content.untitled')}
        actions={
          content.trashed_at ? (
            <Button
              variant="tertiary"
              size="sm"
              onClick={async () =>
                done(await writing.act('untrash_content'), t('dashboard.content.content_restored'))
              }
            >
              {t('dashboard.content.restore')}
            </Button>
          ) : (
            <Button variant="tertiary" size="sm" onClick={trash}>
              {t('dashboard.content.move_to_trash')}
            </Button>
          )
        }
      >
        <Link to={`/dashboard/content?kind=${relation}`}>{t(kind.label)}</Link>.{' '}
        {writing.isDirty ? t('dashboard.content.unsaved_changes') : t('dashboard.content.all_changes_saved')}
      </PageHeader>
      <OtherEditors editors={editors} onReload={onReload} />
      {writing.failure && <FieldError role="alert">{writing.failure}</FieldError>}
      {writing.conflict && (
        <ConflictPanel
          conflict={writing.conflict}
          mine={writing.fields}
          onTakeTheirs={() => {
            allowLeaving();
            onReload();
          }}
          onWriteOver={() => void save(writing.conflict?.version)}
        />
      )}
      <div className="dash-columns writing">
        <div className="writing-main">
          <InLanguages
            row={writing.fields}
            fields={textsOf(relation, content.slug)}
            translations={writing.fields.translations ?? {}}
            onChange={(translations) => writing.change({ translations })}
            countMore={(code) =>
              writing.fields.blocks.length > 0 &&
              blocksIn(writing.fields.translations ?? {}, code).length === 0
                ? 1
                : 0
            }
            more={(language) => (
              <TranslatedBlocks
                blocks={writing.fields.blocks}
                translations={writing.fields.translations ?? {}}
                language={language}
                media={media}
                titles={titles}
                onChange={(translations) => writing.change({ translations })}
              />
            )}
          >
            <Field label={t(kind.titleLabel)} required>
              <Input
                value={writing.fields[titleField] ?? ''}
                maxLength={200}
                autoComplete="off"
                onChange={({ currentTarget }) => writing.change({ [titleField]: currentTarget.value })}
              />
            </Field>
            {isUnwritten(content, writing.fields) && (
              <CopyFromPage
                path={BUILT_IN_PAGES.find(({ slug }) => slug === content.slug)?.path ?? '/'}
                onText={({ title, summary, blocks }) => {
                  writing.change({ blocks, ...(title && { title }), ...(summary && { summary }) });
                  setBorrowed((before) => before + 1);
                }}
              />
            )}
            <RichEditor
              key={borrowed}
              label={t('dashboard.content.text_field')}
              blocks={writing.fields.blocks}
              media={media}
              titles={titles}
              onChange={(blocks) => writing.change({ blocks })}
            />
          </InLanguages>
        </div>
        <div className="media-side">
          <PublishPanel
            content={content}
            zone={studio.zone}
            isDirty={writing.isDirty}
            isBusy={writing.isBusy}
            onPublish={publish}
            onUnschedule={async () =>
              done(await writing.act('unschedule_content'), t('dashboard.content.schedule_cancelled'))
            }
            onUnpublish={async () =>
              done(await writing.act('unpublish_content'), t('dashboard.content.content_unpublished'))
            }
            onRenewPreview={async () =>
              done(await writing.act('renew_preview'), t('dashboard.content.new_link_created'))
            }
          />
          <FieldPanel
            relation={relation}
            fields={writing.fields}
            people={people}
            picture={media.find(({ id }) => id === content.fields.media_id) ?? null}
            onChange={writing.change}
          />
          <RevisionsPanel
            content={content}
            revisions={revisions}
            fields={writing.fields}
            zone={studio.zone}
            isDirty={writing.isDirty}
            onRestore={async (wanted) => {
              const isDone = await writing.act('restore_revision', {
                wanted,
                base_version: writing.version,
              });
              if (!isDone) return;
              editors.announceSaved();
              toastSuccess(t('dashboard.content.revision_restored_as_a_draft'));
              onReload();
            }}
          />
        </div>
      </div>
      <SaveBar
        isBusy={writing.isBusy}
        isDirty={writing.isDirty}
        submit={t('dashboard.content.save')}
        onSave={() => void save()}
      />
    </>
  );
}

/** The address of a built-in page is the same in every language. */
function textsOf(relation: Relation, slug: string): readonly TextField[] {
  const isFixed = relation === 'pages' && BUILT_IN_PAGES.some((page) => page.slug === slug);
  return CONTENT_TEXTS[relation].filter(({ name }) => !(isFixed && name === 'slug'));
}

/** A built-in page that still shows its default text. */
function isUnwritten(content: WholeContent, fields: ContentFields): boolean {
  const isBuiltInPage =
    content.relation === 'pages' && BUILT_IN_PAGES.some(({ slug }) => slug === content.slug);
  return isBuiltInPage && fields.blocks.length === 0;
}

function useSaveKey(save: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.metaKey || event.ctrlKey) || event.altKey) return;
      event.preventDefault();
      save();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}
