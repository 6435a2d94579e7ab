import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, Link as RouterLink, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { Link } from './link.tsx';

type LinkProps = Parameters<typeof Link>[0];

function rendered(element: React.ReactElement): string[] {
  const router = createMemoryRouter([{ path: '/classes/*', element }], { initialEntries: ['/classes/clay'] });
  const html = renderToStaticMarkup(<RouterProvider router={router} />);
  return [...(html.match(/[\w-]+="[^"]*"/g) ?? []), html.replace(/<[^>]*>/g, '')].sort();
}

const links: [string, LinkProps][] = [
  ['to a page', { to: '/works' }],
  ['to a question', { to: '/classes?discipline=sound&level=any#list' }],
  ['with attributes and options', { to: '/radio', className: 'loud', 'aria-label': 'Radio', replace: true }],
  ['beside the page', { to: 'next' }],
  ['above the page', { to: '..', relative: 'path' }],
  ['by parts', { to: { pathname: '/search', search: '?q=a' } }],
  ['elsewhere', { to: 'https://example.com/a' }],
  ['to another host of the same scheme', { to: '//example.com/a' }],
  ['that loads the document anew', { to: '/dashboard', reloadDocument: true }],
];

describe('a rendered link', () => {
  it.each(links)('%s is what the router itself would render', (_name, props) => {
    expect(rendered(<Link {...props}>there</Link>)).toEqual(
      rendered(
        <RouterLink data-slot="link" {...props}>
          there
        </RouterLink>,
      ),
    );
  });
});
