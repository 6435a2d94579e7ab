// The letter as its readers will see it, near enough; the test mail shows it exactly.
import { useStudio } from '../../use-studio.ts';
import type { Block } from './issue.ts';

export function IssuePreview({ subject, blocks }: { subject: string; blocks: Block[] }) {
  const { studio } = useStudio();
  // Pieces have no name but their place.
  const placed = blocks.map((block, place) => ({ ...block, place }));
  return (
    <article className="issue-preview" aria-label="Preview">
      <p className="issue-preview-from">{studio.name}</p>
      <h3>{subject || 'The subject stands here'}</h3>
      {placed.map((block) => (
        <PreviewBlock key={block.place} block={block} />
      ))}
      <p className="issue-preview-foot">
        You get this because you asked for the letter from {studio.name}. <u>Stop the letter</u>
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
