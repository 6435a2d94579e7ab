// A formatted text on a page. Rendered from data, block by block: nothing in it is inserted as HTML.

import { contentText } from '#app/language/content-text.ts';
import { fullStop } from '#app/language/full-stop.ts';
import { type LangAttributes, langOf } from '#app/language/in-language.ts';
import { EpisodeList } from '#app/site/radio/episode-list.tsx';
import { WorkFigure } from '#app/site/works/work-figure.tsx';
import { Link } from '#app/ui/link.tsx';
import { TitleLink } from '#app/ui/title-link.tsx';
import type { Span } from '#contracts/blocks.ts';
import type { PictureAttributes } from '#contracts/media.ts';
import type { ShownBlock } from './shown-block.ts';

interface BlocksProps {
  blocks: ShownBlock[];
  zone: string;
  lang?: LangAttributes | undefined;
}

export function Blocks({ blocks, zone, lang }: BlocksProps) {
  return (
    <div className="prose blocks" {...lang}>
      {blocks.map((block, index) => (
        // Blocks have no id and do not move while a page is open, so the index is the key.
        <BlockOf key={`${block.kind}-${index.toString()}`} block={block} zone={zone} />
      ))}
    </div>
  );
}

function BlockOf({ block, zone }: { block: ShownBlock; zone: string }) {
  switch (block.kind) {
    case 'heading': {
      const Heading = `h${block.level}` as const;
      return (
        <Heading>
          <Spans spans={block.text} />
        </Heading>
      );
    }
    case 'paragraph':
      return (
        <p>
          <Spans spans={block.text} />
        </p>
      );
    case 'quote':
      return (
        <blockquote>
          <p>
            <Spans spans={block.text} />
          </p>
          {block.by && <footer>{block.by}</footer>}
        </blockquote>
      );
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item) => (
            <li key={item.map(({ text }) => text).join('')}>
              <Spans spans={item} />
            </li>
          ))}
        </List>
      );
    }
    case 'image':
      return (
        <figure>
          <ShownImage picture={block.picture} />
          <figcaption>
            {block.caption && `${block.caption} `}
            <span {...langOf(block.credit, 'credit')}>{block.credit.credit}</span>
          </figcaption>
        </figure>
      );
    case 'gallery':
      return (
        <ul className="blocks-gallery">
          {block.pictures.map(({ picture, credit }) => (
            <li key={picture.src}>
              <figure>
                <ShownImage picture={picture} />
                <figcaption>
                  <span {...langOf(credit, 'credit')}>{credit.credit}</span>
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      );
    case 'class':
      return (
        <p className="blocks-class">
          <TitleLink to={block.to} of={block} />
          <b>{block.price}</b>
          <span {...langOf(block, 'summary')}>{block.summary}</span>
        </p>
      );
    case 'episode':
      return <EpisodeList episodes={[block.episode]} zone={zone} />;
    case 'work': {
      const { work } = block;
      return (
        <figure>
          <WorkFigure work={work} />
          <figcaption>
            <TitleLink to={`/works/${work.slug}`} of={work} />, {work.year}.{' '}
            {contentText(work, 'medium', fullStop)} {contentText(work, 'credits', fullStop)}
          </figcaption>
        </figure>
      );
    }
  }
}

function ShownImage({ picture }: { picture: PictureAttributes }) {
  const { alt, ...attributes } = picture;
  return <img data-slot="picture" {...attributes} alt={alt} loading="lazy" decoding="async" />;
}

function Spans({ spans }: { spans: Span[] }) {
  return spans.map((span, index) => <SpanOf key={`${index.toString()}${span.text}`} span={span} />);
}

function SpanOf({ span }: { span: Span }) {
  let content: React.ReactNode = span.text;
  if (span.italic) content = <em>{content}</em>;
  if (span.bold) content = <strong>{content}</strong>;
  if (!span.href) return content;
  // The database rejects other addresses already; this is a second check.
  if (/^\/(?!\/)/.test(span.href)) return <Link to={span.href}>{content}</Link>;
  if (/^(https?:\/\/|mailto:|#)/i.test(span.href)) return <a href={span.href}>{content}</a>;
  return content;
}
