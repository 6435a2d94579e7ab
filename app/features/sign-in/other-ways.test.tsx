import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import type { SignInProvider } from '#contracts/sign-in-providers.ts';
import { OtherWays } from './other-ways.tsx';

function rendered(signInProviders: SignInProvider[] | null): string {
  const element = <OtherWays onProvider={() => undefined} />;
  const settings = {
    siteUrl: 'https://studio.example',
    sendsCodes: { mail: true, phone: false },
    signInProviders,
  };
  const router = createMemoryRouter([{ id: 'root', path: '/', element, loader: () => null }], {
    hydrationData: { loaderData: { root: { settings } } },
  });
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

it('has the buttons of all providers in the page that is sent', () => {
  expect(rendered(['google', 'github'])).toMatch(/Continue with Google.*Continue with GitHub/);
});

it('has the button of the only provider', () => {
  expect(rendered(['github'])).toContain('Continue with GitHub');
  expect(rendered(['github'])).not.toContain('Google');
});

it('has no section where there is no other way, and none before a hosted backend has answered', () => {
  expect(rendered([])).toBe('');
  expect(rendered(null)).toBe('');
});
