import { describe, expect, it } from 'vitest';
import { dashboardMeta } from './dashboard/dashboard-meta.ts';
import { meta } from './root.tsx';
import { documentTitle } from './shell/document/document-title.ts';

describe('the title of a document', () => {
  it.each([
    ['Atelier Nord', undefined, 'atelier nord'],
    ['ÉCOLE Été', undefined, 'école été'],
    ['Atelier Nord', 'Page not found', 'Page not found · atelier nord'],
    ['onda', 'contact', 'contact · onda'],
  ])('has the name of the studio %j in lower case', (studio, page, title) => {
    expect(documentTitle(studio, page)).toBe(title);
  });

  it('is that of the dashboard and of errors, too', () => {
    const root = { studio: { name: 'Atelier Nord' } };
    const matches = [{ loaderData: root }];
    expect(dashboardMeta('Orders')({ matches } as never)).toContainEqual({ title: 'Orders · atelier nord' });
    const error = { status: 404, statusText: '', internal: false, data: null };
    expect(meta({ loaderData: root, error } as never)).toEqual([{ title: 'Page not found · atelier nord' }]);
    expect(meta({ loaderData: root } as never)).toEqual([{ title: 'atelier nord' }]);
  });
});
