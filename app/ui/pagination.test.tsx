import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Pagination, pageWindow } from './pagination.tsx';

describe('the pages shown', () => {
  it.each([
    [1, 1, [1]],
    [1, 5, [1, 2, 3, 4, 5]],
    [1, 4, [1, 2, 3, 4]],
    [4, 7, [1, 2, 3, 4, 5, 6, 7]],
    [5, 12, [1, 2, 3, 4, 5, 6, 7, null, 12]],
    [6, 12, [1, null, 4, 5, 6, 7, 8, null, 12]],
    [12, 12, [1, null, 10, 11, 12]],
  ])('from page %i of %i', (page, pageCount, shown) => {
    expect(pageWindow(page, pageCount)).toEqual(shown);
  });
});

describe('pagination', () => {
  const hrefFor = (page: number) => `?page=${page}`;

  it('links every page, marks the current one and narrows with distance', () => {
    const html = renderToStaticMarkup(<Pagination page={4} pageCount={12} hrefFor={hrefFor} />);
    expect(html).toContain('href="?page=12"');
    expect(html.match(/aria-current="page"/g)).toHaveLength(1);
    expect(html).toMatch(/aria-current="page"[^>]*aria-label="Page 4"[^>]*data-distance="0"/);
    expect(html).toMatch(/aria-label="Page 12"[^>]*data-distance="3"/);
  });

  it('has no way back from the first page and none on from the last', () => {
    const first = renderToStaticMarkup(<Pagination page={1} pageCount={3} hrefFor={hrefFor} />);
    expect(first).not.toContain('rel="prev"');
    expect(first).toContain('rel="next"');
    const last = renderToStaticMarkup(<Pagination page={3} pageCount={3} hrefFor={hrefFor} />);
    expect(last).toContain('rel="prev"');
    expect(last).not.toContain('rel="next"');
  });

  it('is not there when everything fits on one page', () => {
    expect(renderToStaticMarkup(<Pagination page={1} pageCount={1} hrefFor={hrefFor} />)).toBe('');
  });

  it('uses the caller’s link', () => {
    const html = renderToStaticMarkup(
      <Pagination
        page={1}
        pageCount={2}
        hrefFor={hrefFor}
        link={({ href, children }) => <a href={`/app${href}`}>{children}</a>}
      />,
    );
    expect(html).toContain('href="/app?page=2"');
  });
});
