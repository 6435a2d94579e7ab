import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Progress } from './progress.tsx';

describe('progress', () => {
  it('shows its value as an attribute and as bars', () => {
    const html = renderToStaticMarkup(<Progress label="Sending" value={16} max={25} />);
    expect(html).toContain('aria-valuenow="64"');
    expect(html).toContain('--share:64%');
    expect(html).toContain('data-state="loading"');
  });

  it('stays between nothing and all', () => {
    expect(renderToStaticMarkup(<Progress label="Sending" value={-4} />)).toContain('aria-valuenow="0"');
    const over = renderToStaticMarkup(<Progress label="Sending" value={140} />);
    expect(over).toContain('aria-valuenow="100"');
    expect(over).toContain('data-state="complete"');
  });

  it('has no value while the total is unknown', () => {
    const html = renderToStaticMarkup(<Progress label="Measuring" value={null} />);
    expect(html).not.toContain('aria-valuenow');
    expect(html).toContain('data-state="indeterminate"');
  });
});
