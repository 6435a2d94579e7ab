// The editor of a newsletter issue: blocks that can be added, moved and removed. Saves while you type.

import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { confirm, describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { callDatabase } from '../../forms/call-database.ts';
import { moveItem, RowButtons } from '../../forms/row-buttons.tsx';
import { SaveBarFrame } from '../../forms/save-bar.tsx';
import { useDatabaseCall } from '../../forms/use-database-call.ts';
import { useUnsavedGuard } from '../../forms/use-unsaved-guard.ts';
import { Panel } from '../../layout/page.tsx';
import { useEmailStatus } from '../../layout/use-email-status.ts';
import { type Block, type BlockKind, blockKinds, type Issue } from './issue.ts';
import { IssuePreview } from './issue-preview.tsx';

const SAVE_DELAY_MS = 900;
type KeyedBlock = Block & { key: number };
type SaveStatus = 'saved' | 'changed' | 'saving' | { problem: string };

export function IssueEditor({ issue, readers }: { issue: Issue; readers: number }) {
  const { sentOrWaiting } = useEmailStatus();
  const navigate = useNavigate();
  const { call, isBusy } = useDatabaseCall();
  const nextKey = useRef(issue.blocks.length);
  const [subject, setSubject] = useState(issue.subject);
  const [blocks, setBlocks] = useState<KeyedBlock[]>(() =>
    issue.blocks.map((block, key) => ({ ...block, key })),
  );
  const { status, save, versionOf } = useAutosave(issue, subject, blocks);
  const markSaved = useUnsavedGuard(status !== 'saved');

  const change = (key: number, to: Partial<Block>) =>
    setBlocks((before) => before.map((block) => (block.key === key ? { ...block, ...to } : block)));
  const add = (kind: BlockKind) => {
    nextKey.current += 1;
    setBlocks((before) => [
      ...before,
      { key: nextKey.current, kind, text: '', ...(kind === 'link' && { url: '' }) },
    ]);
  };

  const test = async () => {
    if (await save())
      await call(
        'test_issue',
        { issue_id: issue.id },
        {
          title: sentOrWaiting(
            t('dashboard.messages.test_email_sent'),
            t('dashboard.messages.test_email_waiting_in_the_outbox'),
          ),
        },
      );
  };
  const send = async () => {
    if (!(await save())) return;
    const isConfirmed = await confirm({
      title: t('dashboard.messages.send_to_subscribers', { count: readers }),
      content: sentOrWaiting(
        t('dashboard.messages.it_is_sent_immediately_and_only'),
        t('dashboard.messages.newsletter_waits_in_the_outbox'),
      ),
      confirmText: t('dashboard.messages.send_newsletter'),
      cancelText: t('dashboard.common.cancel'),
    });
    if (isConfirmed)
      await call(
        'send_issue',
        { issue_id: issue.id, version: versionOf() },
        {
          title: sentOrWaiting(
            t('dashboard.messages.sending_newsletter'),
            t('dashboard.messages.newsletter_waiting_in_the_outbox'),
          ),
        },
      );
  };
  const discard = async () => {
    const isConfirmed = await confirm({
      type: 'destructive',
      title: t('dashboard.messages.confirm_delete_draft'),
      confirmText: t('dashboard.messages.delete_draft'),
    });
    if (!isConfirmed) return;
    markSaved();
    if (await call('delete_issue', { issue_id: issue.id }, { isLeaving: true }))
      await navigate('/dashboard/messages/newsletter');
  };
  return (
    <>
      <div className="dash-columns">
        <div className="dash-stack">
          <Panel title={t('dashboard.messages.issue')}>
            <div className="form">
              <Field label={t('dashboard.messages.subject')} required>
                <Input
                  value={subject}
                  maxLength={150}
                  autoComplete="off"
                  onChange={(event) => setSubject(event.currentTarget.value)}
                />
              </Field>
              {blocks.map((block, index) => (
                <div className="issue-block" key={block.key}>
                  <BlockFields
                    block={block}
                    number={index + 1}
                    onChange={(changed) => change(block.key, changed)}
                  />
                  <RowButtons
                    name={t('dashboard.messages.block_number', { number: index + 1 })}
                    index={index}
                    count={blocks.length}
                    atTheEnds="absent"
                    onMove={(by) => setBlocks((before) => moveItem(before, index, by))}
                    onRemove={() => setBlocks(blocks.filter(({ key }) => key !== block.key))}
                  />
                </div>
              ))}
              <div className="dash-form-actions">
                {blockKinds.map((kind) => (
                  <Button key={kind} variant="tertiary" size="sm" onClick={() => add(kind)}>
                    {t('dashboard.messages.add_block', { kind })}
                  </Button>
                ))}
              </div>
            </div>
          </Panel>
        </div>
        <div className="dash-stack">
          <Panel title={t('dashboard.common.preview')}>
            <IssuePreview subject={subject} blocks={blocks} />
          </Panel>
        </div>
      </div>
      <SaveBarFrame>
        <p>
          <SaveStatusText status={status} />
        </p>
        <div className="save-bar-actions">
          <Button variant="ghost" size="sm" onClick={discard}>
            {t('dashboard.messages.delete_draft')}
          </Button>
          <Button variant="tertiary" size="sm" busy={isBusy} onClick={test}>
            {t('dashboard.messages.send_test_email_to_me')}
          </Button>
          <Button variant="primary" size="sm" busy={isBusy} onClick={send}>
            {t('dashboard.messages.send_newsletter')}
          </Button>
        </div>
      </SaveBarFrame>
    </>
  );
}

/** Saves the draft shortly after the last change, and on request. */
function useAutosave(issue: Issue, subject: string, blocks: KeyedBlock[]) {
  const [status, setStatus] = useState<SaveStatus>('saved');
  const version = useRef(issue.version);
  const current = JSON.stringify({
    subject,
    blocks: blocks.map(({ kind, text, url }) => ({ kind, text, url })),
  });
  const saved = useRef(current);
  const running = useRef<Promise<boolean> | null>(null);
  const latest = useRef(current);
  latest.current = current;

  const saveOnce = async (): Promise<boolean> => {
    const sent = latest.current;
    if (sent === saved.current) return true;
    setStatus('saving');
    try {
      const data = await callDatabase('save_issue', {
        ...JSON.parse(sent),
        issue_id: issue.id,
        version: version.current,
      });
      version.current = data.version;
      saved.current = sent;
      setStatus(latest.current === sent ? 'saved' : 'changed');
      return true;
    } catch (reason) {
      setStatus({ problem: describeReason(reason) });
      return false;
    }
  };
  const save = async (): Promise<boolean> => {
    // One at a time: parallel saves would conflict on the version.
    if (running.current) await running.current;
    running.current = saveOnce();
    const isSaved = await running.current;
    running.current = null;
    return isSaved;
  };
  const latestSave = useRef(save);
  latestSave.current = save;
  useEffect(() => {
    if (current === saved.current) return;
    setStatus((before) => (before === 'saving' ? before : 'changed'));
    const timer = setTimeout(() => void latestSave.current(), SAVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [current]);
  return { status, save, versionOf: () => version.current };
}

const statusLabels = {
  saved: 'dashboard.messages.draft_saved',
  changed: 'dashboard.messages.draft_changed',
  saving: 'dashboard.messages.draft_saving',
} as const;

function SaveStatusText({ status }: { status: SaveStatus }) {
  return (
    <span role="status" data-problem={typeof status === 'object' || undefined}>
      {typeof status === 'object' ? status.problem : t(statusLabels[status])}
    </span>
  );
}

interface BlockFieldsProps {
  block: Block;
  number: number;
  onChange(changed: Partial<Block>): void;
}

function BlockFields({ block, number, onChange }: BlockFieldsProps) {
  return (
    <>
      <Field
        label={t('dashboard.messages.block_of_kind', {
          kind: block.kind,
          number,
        })}
      >
        {block.kind === 'text' || block.kind === 'quote' ? (
          <Textarea
            value={block.text}
            rows={block.kind === 'text' ? 5 : 3}
            maxLength={5000}
            onChange={(event) => onChange({ text: event.currentTarget.value })}
          />
        ) : (
          <Input
            value={block.text}
            maxLength={300}
            onChange={(event) => onChange({ text: event.currentTarget.value })}
          />
        )}
      </Field>
      {block.kind === 'link' && (
        <Field label={t('dashboard.messages.link_address')} hint={t('dashboard.messages.starts_with_https')}>
          <Input
            type="url"
            value={block.url ?? ''}
            maxLength={1000}
            placeholder="https://"
            onChange={(event) => onChange({ url: event.currentTarget.value })}
          />
        </Field>
      )}
    </>
  );
}
