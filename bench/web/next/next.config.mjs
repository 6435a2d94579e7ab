// Set as favourably as for our own program: no telemetry, no compression (neither side is asked for it), no "powered by".
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));

export default {
  compress: false,
  poweredByHeader: false,
  turbopack: {
    root: folder,
    resolveAlias: { 'react-router': './react-router-for-next.jsx' },
  },
};
