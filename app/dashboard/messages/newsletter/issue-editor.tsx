// Writing a letter: pieces that can be added, moved and left out. Kept as one writes; somebody else's change is told.
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { Button } from '#app/ui/button.tsx';
import { confirm, describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import { useDatabaseCall } from '../../forms/use-database-call.ts';
import { useUnsavedGuard } from '../../forms/use-unsaved-guard.ts';
import { Panel } from '../../layout/page.tsx';
import { useEmailStatus } from '../../layout/use-email-status.ts';
import { type Block, type BlockKind, blockLabels, formatReaders, type Issue } from './issue.ts';
import { IssuePreview } from './issue-preview.tsx';

const REST_MS = 900;
type KeyedBlock = Block & { key: number };
type Keeping = 'kept' | 'changed' | 'keeping' | { problem: string };

export function IssueEditor({ issue, readers }: { issue: Issue; readers: number }) {
  const { say } = useEmailStatus();
  const navigate = useNavigate();
  const { call, isBusy } = useDatabaseCall();
  const nextKey = useRef(issue.blocks.length);
  const [subject, setSubject] = useState(issue.subject);
  const [blocks, setBlocks] = useState<KeyedBlock[]>(() =>
    issue.blocks.map((block, key) => ({ ...block, key })),
  );
  const { keeping, keep, versionOf } = useKeeping(issue, subject, blocks);
  const letGo = useUnsavedGuard(keeping !== 'kept');

  const change = (key: number, to: Partial<Block>) =>
    setBlocks((before) => before.map((block) => (block.key === key ? { ...block, ...to } : block)));
  const move = (index: number, by: -1 | 1) =>
    setBlocks((before) => {
      const after = [...before];
      const [moved] = after.splice(index, 1);
      if (moved) after.splice(index + by, 0, moved);
      return after;
    });
  const add = (kind: BlockKind) => {
    nextKey.current += 1;
    setBlocks((before) => [
      ...before,
      { key: nextKey.current, kind, text: '', ...(kind === 'link' && { url: '' }) },
    ]);
  };

  const test = async () => {
    if (await keep())
      await call(
        'test_issue',
        { issue_id: issue.id },
        { title: say('A test is on its way to you', 'The test waits in the outbox') },
      );
  };
  const send = async () => {
    if (!(await keep())) return;
    const isSure = await confirm({
      title: `Send it to ${formatReaders(readers)}?`,
      content: say(
        'It goes out at once, and only once. Whoever leaves meanwhile gets none.',
        'It is written once. No mail server is set up: every mail waits in the outbox until there is one.',
      ),
      confirmText: 'Send it',
      cancelText: 'Not yet',
    });
    if (isSure)
      await call(
        'send_issue',
        { issue_id: issue.id, version: versionOf() },
        { title: say('The letter goes out', 'The letter waits in the outbox') },
      );
  };
  const discard = async () => {
    const isSure = await confirm({
      type: 'destructive',
      title: 'Throw the draft away?',
      confirmText: 'Throw it away',
    });
    if (!isSure) return;
    letGo();
    if (await call('delete_issue', { issue_id: issue.id }, { isLeaving: true }))
      await navigate('/dashboard/messages/newsletter');
  };
  return (
    <div className="dash-columns">
      <div className="dash-stack">
        <Panel title="Letter" aside={<KeepingText keeping={keeping} />}>
          <div className="form">
            <Field label="Subject" required>
              <Input
                value={subject}
                maxLength={150}
                autoComplete="off"
                onChange={(event) => setSubject(event.currentTarget.value)}
              />
            </Field>
            {blocks.map((block, index) => (
              <div className="issue-block" key={block.key}>
                <Field label={`${blockLabels[block.kind]}, piece ${index + 1}`}>
                  {block.kind === 'text' || block.kind === 'quote' ? (
                    <Textarea
                      value={block.text}
                      rows={block.kind === 'text' ? 5 : 3}
                      maxLength={5000}
                      onChange={(event) => change(block.key, { text: event.currentTarget.value })}
                    />
                  ) : (
                    <Input
                      value={block.text}
                      maxLength={300}
                      onChange={(event) => change(block.key, { text: event.currentTarget.value })}
                    />
                  )}
                </Field>
                {block.kind === 'link' && (
                  <Field label="Where it leads" hint="Begins with https://">
                    <Input
                      type="url"
                      value={block.url ?? ''}
                      maxLength={1000}
                      placeholder="https://"
                      onChange={(event) => change(block.key, { url: event.currentTarget.value })}
                    />
                  </Field>
                )}
                <div className="dash-row-actions">
                  {index > 0 && (
                    <Button
                      variant="link"
                      size="sm"
                      aria-label={`Move piece ${index + 1} up`}
                      onClick={() => move(index, -1)}
                    >
                      Up
                    </Button>
                  )}
                  {index < blocks.length - 1 && (
                    <Button
                      variant="link"
                      size="sm"
                      aria-label={`Move piece ${index + 1} down`}
                      onClick={() => move(index, 1)}
                    >
                      Down
                    </Button>
                  )}
                  <Button
                    variant="link"
                    size="sm"
                    aria-label={`Leave out piece ${index + 1}`}
                    onClick={() => setBlocks(blocks.filter(({ key }) => key !== block.key))}
                  >
                    Leave out
                  </Button>
                </div>
              </div>
            ))}
            <div className="desk-form-end">
              {(Object.keys(blockLabels) as BlockKind[]).map((kind) => (
                <Button key={kind} variant="tertiary" size="sm" onClick={() => add(kind)}>
                  Add {kind === 'text' ? 'text' : `a ${blockLabels[kind].toLowerCase()}`}
                </Button>
              ))}
            </div>
          </div>
        </Panel>
      </div>
      <div className="dash-stack">
        <Panel title="Preview">
          <IssuePreview subject={subject} blocks={blocks} />
        </Panel>
        <div className="desk-form-end">
          <Button variant="primary" busy={isBusy} onClick={send}>
            Send it
          </Button>
          <Button variant="secondary" busy={isBusy} onClick={test}>
            Test mail to me
          </Button>
          <Button variant="link" size="sm" onClick={discard}>
            Throw away
          </Button>
        </div>
      </div>
    </div>
  );
}

/** Keeps the draft shortly after the last key, and whenever somebody asks for it. */
function useKeeping(issue: Issue, subject: string, blocks: KeyedBlock[]) {
  const [keeping, setKeeping] = useState<Keeping>('kept');
  const version = useRef(issue.version);
  const wanted = JSON.stringify({
    subject,
    blocks: blocks.map(({ kind, text, url }) => ({ kind, text, url })),
  });
  const kept = useRef(wanted);
  const running = useRef<Promise<boolean> | null>(null);
  const latest = useRef(wanted);
  latest.current = wanted;

  const keepOnce = async (): Promise<boolean> => {
    const sent = latest.current;
    if (sent === kept.current) return true;
    setKeeping('keeping');
    try {
      const client = await backend();
      const { data, error } = await client.rpc('save_issue', {
        ...JSON.parse(sent),
        issue_id: issue.id,
        version: version.current,
      });
      if (error) throw error;
      version.current = (data as Issue).version;
      kept.current = sent;
      setKeeping(latest.current === sent ? 'kept' : 'changed');
      return true;
    } catch (reason) {
      setKeeping({ problem: describeReason(reason) });
      return false;
    }
  };
  const keep = async (): Promise<boolean> => {
    // One at a time: two at once would each hold the other's version.
    if (running.current) await running.current;
    running.current = keepOnce();
    const isKept = await running.current;
    running.current = null;
    return isKept;
  };
  const latestKeep = useRef(keep);
  latestKeep.current = keep;
  useEffect(() => {
    if (wanted === kept.current) return;
    setKeeping((before) => (before === 'keeping' ? before : 'changed'));
    const timer = setTimeout(() => void latestKeep.current(), REST_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  return { keeping, keep, versionOf: () => version.current };
}

function KeepingText({ keeping }: { keeping: Keeping }) {
  const words = { kept: 'Kept', changed: 'Not kept yet', keeping: 'Keeping' };
  return (
    <span role="status" data-problem={typeof keeping === 'object' || undefined}>
      {typeof keeping === 'object' ? keeping.problem : words[keeping]}
    </span>
  );
}
