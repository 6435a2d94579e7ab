'use client';
// What our home page takes from React Router, made of Next's own parts, so that the very same components run on both.
// A page that uses more of React Router fails to build here: add the missing part.
import NextLink from 'next/link';
import { usePathname, useRouter } from 'next/navigation';
import { createContext as createReactContext, useContext } from 'react';

export const RouteData = createReactContext(null);

export const useLoaderData = () => useContext(RouteData).page;
export const useRouteLoaderData = () => useContext(RouteData).root;
export const useLocation = () => ({
  pathname: usePathname(),
  search: '',
  hash: '',
  state: null,
  key: 'default',
});
export const useNavigation = () => ({ state: 'idle' });
export const useMatches = () => [{ handle: { onTide: true } }];
/** Whether the page has exactly this address; null otherwise. */
export const useMatch = (path) => (usePathname() === path ? {} : null);
export const isRouteErrorResponse = () => false;
export const createContext = () => ({});

export function useRevalidator() {
  return { state: 'idle', revalidate: useRouter().refresh };
}

export function Outlet() {
  return useContext(RouteData).outlet;
}

export function Link({ to, prefetch: _prefetch, ...props }) {
  return <NextLink href={to} prefetch={false} {...props} />;
}

export function Form({ replace: _replace, ...props }) {
  return <form {...props} />;
}

export function useNavigate() {
  return useRouter().push;
}
