import { randomBytes } from 'node:crypto';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

const buildId = randomBytes(6).toString('hex');

/** The intro's player is a file of its own: a first visit fetches it before the rest of the program. */
function introPlayer(): Plugin {
  return {
    name: 'onda-intro-player',
    applyToEnvironment: (environment) => environment.name === 'client',
    buildStart() {
      if (this.meta.watchMode) return;
      this.emitFile({
        type: 'chunk',
        id: 'app/shell/intro/intro-player.ts',
        fileName: 'assets/intro-player.js',
      });
    },
  };
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), introPlayer()],
  define: { __BUILD_ID__: JSON.stringify(buildId) },
  build: { assetsInlineLimit: 0, sourcemap: false },
});
