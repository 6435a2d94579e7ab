// Every page and file that the site answers, and the layout each one stands in.
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('site/layout/public-layout.tsx', [
    index('site/home/home-page.tsx'),
    route('classes', 'site/classes/classes-page.tsx'),
    route('classes/:slug', 'site/classes/class-page.tsx'),
    route('contact', 'site/contact/contact-page.tsx'),
    route('events', 'site/events/events-page.tsx'),
    route('events/:slug', 'site/events/event-page.tsx'),
    route('policies/:slug', 'site/policies/policy-page.tsx'),
    route('kit', 'site/kit/kit-page.tsx'),
    route('radio', 'site/radio/radio-page.tsx'),
    route('radio/shows/:slug', 'site/radio/show-page.tsx'),
    route('timetable', 'site/timetable/timetable-page.tsx'),
    route('*', 'site/missing/missing-page.tsx'),
  ]),
  layout('site/layout/bare-layout.tsx', [
    route('setup', 'site/setup/setup-page.tsx'),
    route('sign-in', 'site/account/sign-in-page.tsx'),
    route('sign-up', 'site/account/sign-up-page.tsx'),
    route('recover', 'site/account/recover-page.tsx'),
    route('new-password', 'site/account/new-password-page.tsx'),
    route('confirm', 'site/account/confirm-page.tsx'),
    route('auth/callback', 'site/account/callback-page.tsx'),
    route('offline', 'site/offline/offline-page.tsx'),
  ]),
  route('covers/:discipline/:slug/:size', 'site/resources/cover-file.ts'),
  route('manifest.webmanifest', 'site/resources/web-manifest.ts'),
  route('robots.txt', 'site/resources/robots.ts'),
  route('sitemap.xml', 'site/resources/sitemap.ts'),
] satisfies RouteConfig;
