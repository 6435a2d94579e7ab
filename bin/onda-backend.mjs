#!/usr/bin/env node
// onda-backend [--project DIR]: the backend host alone, from any folder; the same as `npm run backend` in this one.
if (!process.argv.includes('--backend')) process.argv.push('--backend');
await import('./start.mjs');
