// A receipt on one sheet of paper, in the language of its buyer.
import type { ReceiptPaper } from '#contracts/receipt-paper.ts';

export function ReceiptSheet({
  paper,
  heading: Heading = 'h2',
}: {
  paper: ReceiptPaper;
  heading?: 'h1' | 'h2';
}) {
  const { id, language, direction, title, seller, buyer, facts, head, lines, sums, notes } = paper;
  return (
    <article
      className="receipt"
      id={`receipt-${id}`}
      lang={language}
      dir={direction}
      aria-labelledby={`title-${id}`}
    >
      <Heading id={`title-${id}`} className="receipt-title">
        {title}
      </Heading>
      <div className="receipt-sides">
        <Party party={seller} />
        <Party party={buyer} />
        <dl className="receipt-facts">
          {facts.map(([term, fact]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
        </dl>
      </div>
      <table className="receipt-lines">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ text, note, amount }, index) => (
            // Lines have no id and do not move.
            <tr key={index.toString()}>
              <td>
                {text}
                {note && <span className="receipt-note">{note}</span>}
              </td>
              <td>{amount}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {sums.map(({ label, amount, isStrong }) => (
            <tr key={label} className={isStrong ? 'receipt-total' : undefined}>
              <th scope="row">{label}</th>
              <td>{amount}</td>
            </tr>
          ))}
        </tfoot>
      </table>
      {notes.map((note) => (
        <p key={note} className="receipt-note">
          {note}
        </p>
      ))}
    </article>
  );
}

function Party({ party: { label, lines } }: { party: ReceiptPaper['seller'] }) {
  const [name, ...rest] = lines;
  return (
    <address>
      <span className="receipt-label">{label}</span>
      <b dir="auto">{name}</b>
      {rest.map((line, index) => (
        <span key={index.toString()} dir="auto">
          {line}
        </span>
      ))}
    </address>
  );
}
