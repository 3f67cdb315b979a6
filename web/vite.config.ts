import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { eagerCompile } from './build/eager-compile.ts';
import { ownerChunk } from './build/owner-chunks.ts';
import { patchSonner } from './build/patch-sonner.ts';
import { preloadAdminPages } from './build/preload-admin-pages.ts';
import { preloadFonts } from './build/preload-fonts.ts';
import { prerenderShells } from './build/prerender-shells.ts';
import { serveVoiceModel } from './build/serve-voice-model.ts';

/**
 * Packages that every page needs, not only the owner's; as one file they stay in the visitor's cache across releases.
 */
const FRAMEWORK =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](?!react-query|query-core|react-router[\\/]dist[\\/]esm[\\/]useBlocker)[^\\/]+|lucide-react[\\/]dist[\\/]esm(?=[\\/](?!icons)))[\\/]/;
/** Modules shared by the visitors' pages: a file each would cost more in overhead than it contains. */
const FRONT =
  /[\\/](web[\\/](app[\\/](site-|theme-toggle)|platform[\\/](theme|storage)\.|ui[\\/](field|portrait)\.)|contract[\\/]constants\.)/;
/** Small modules shared by conversations and the owner's pages. */
const SMALL =
  /[\\/]web[\\/](platform[\\/]clock|ui[\\/](badge|spinner))\.|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](x|arrow-up|arrow-down|loader-circle|circle-exclamation-point|chevron-down)\./;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    patchSonner(),
    preloadFonts(),
    preloadAdminPages(),
    prerenderShells(),
    serveVoiceModel(),
    eagerCompile(),
  ],
  // The hearing worker fetches the model itself.
  worker: { format: 'es', plugins: () => [serveVoiceModel()] },
  // Excluded from pre-bundling so that patchSonner also processes it in development.
  optimizeDeps: { exclude: ['sonner'] },
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    // An inlined font or icon could not be cached, and data: is not an allowed font source.
    assetsInlineLimit: 0,
    // Every browser of the target list preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'framework', test: FRAMEWORK, priority: 2 },
            { name: 'front', test: FRONT, priority: 1 },
            { name: 'small', test: SMALL, priority: 1, includeDependenciesRecursively: false },
            { name: ownerChunk(import.meta.dirname), includeDependenciesRecursively: false, debugName: 'owner' },
          ],
        },
      },
    },
  },
});
