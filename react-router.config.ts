import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  ssr: true,
  // The whole route table is one small file that every page shares: no question to the server before a link works.
  routeDiscovery: { mode: 'initial' },
  // What sends a form comes with its page: fetched at the press, without a network, it would leave the form waiting
  // without a word.
  splitRouteModules: false,
} satisfies Config;
