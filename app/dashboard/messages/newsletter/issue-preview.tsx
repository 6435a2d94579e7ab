// A close preview of the issue; the test email shows it exactly.
import { t } from '#app/language/messages.ts';
import { useStudio } from '../../use-studio.ts';
import type { Block } from './issue.ts';

export function IssuePreview({ subject, blocks }: { subject: string; blocks: Block[] }) {
  const { studio } = useStudio();
  // Blocks have no id, so their position is the key.
  const placed = blocks.map((block, place) => ({ ...block, place }));
  return (
    <article className="issue-preview" aria-label={t('dashboard.common.preview')}>
      <p className="issue-preview-from">{studio.name}</p>
      <h3>{subject || t('dashboard.messages.subject')}</h3>
      {placed.map((block) => (
        <PreviewBlock key={block.place} block={block} />
      ))}
      <p className="issue-preview-foot">
        {t('dashboard.messages.you_get_this_because_you_subscribed', { name: studio.name })}{' '}
        <u>{t('dashboard.messages.unsubscribe')}</u>
      </p>
    </article>
  );
}

function PreviewBlock({ block: { kind, text } }: { block: Block }) {
  if (!text) return null;
  if (kind === 'heading') return <h4>{text}</h4>;
  if (kind === 'quote') return <blockquote>{text}</blockquote>;
  if (kind === 'link')
    return (
      <p>
        <span className="issue-preview-link">{text}</span>
      </p>
    );
  return <p>{text}</p>;
}
