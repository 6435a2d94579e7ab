import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DashboardSection } from './dashboard-section.tsx';

it('shows the list and the save bar to visitors, whom the dashboard does not know', () => {
  const markup = renderToStaticMarkup(<DashboardSection />);
  expect(markup).toContain('list-table');
  expect(markup).toContain('save-bar');
});
