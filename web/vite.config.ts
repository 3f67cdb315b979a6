import tailwindcss from '@tailwindcss/vite';
import { TOAST_SWIPE_THRESHOLD_PX } from '@understudy/contract/constants';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compileTexts, preloadTexts } from './build/compile-texts.ts';
import { ownerChunk, preloadAdminPages } from './build/owner-bundle.ts';
import { prerenderShells } from './build/prerender-shells.ts';
import { serveVoiceModel } from './build/voice-model.ts';
import { emitWidgetScript } from './build/widget-script.ts';

/** Matches module paths with any of these parts, on any system. */
const within = (...parts: string[]) => new RegExp(parts.join('|').replaceAll('/', String.raw`[\\/]`));

/**
 * Packages that every page needs, not only the owner's; as one file they stay in the visitor's cache across releases.
 */
const FRAMEWORK = within(
  '/node_modules/(react|react-dom|scheduler)/',
  String.raw`/node_modules/@tanstack/(?!react-query|query-core|react-router/dist/esm/useBlocker)[\w-]+/`,
  '/node_modules/lucide-react/dist/esm/(?!icons)',
);
/** Modules shared by the visitors' pages: a file each would cost more in overhead than it contains. */
const FRONT = within(
  String.raw`/web/(app/site-frame|platform/(theme|storage|text)|ui/(field|portrait))\.`,
  '/conversation/asked-question',
  String.raw`/contract/constants\.`,
);
/** Small modules shared by conversations and the owner's pages. */
const SMALL = within(
  String.raw`/web/(platform/(clock|new-id)|ui/(badge|dates|lazy-toaster|numbers))\.`,
  String.raw`/contract/leads\.`,
  String.raw`/lucide-react/dist/esm/icons/(x|arrow-(up|down)|loader-circle|circle-exclamation-point|chevron-down)\.`,
  String.raw`/lucide-react/dist/esm/icons/(download|info)\.`,
);

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    patchSonner(),
    compileTexts(),
    preloadFonts(),
    preloadTexts(),
    preloadAdminPages(),
    prerenderShells(),
    emitWidgetScript(),
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
    // For the NOTICE of an archive (scripts/pack/pack.ts).
    license: { fileName: 'licenses.md' },
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

/** Chunks of which most functions run before the first screen is rendered. */
const RUN_AT_ONCE = new Set(['framework', 'owner', 'front', 'index']);
const MARK = '//# allFunctionsCalledOnLoad\n';

/**
 * Makes the browser compile these files in full while they arrive, off the main thread, instead of lazily on the first
 * call of each function. Chromium reads the magic comment at the start of a file
 * (https://v8.dev/blog/explicit-compile-hints); other browsers ignore it.
 */
function eagerCompile(): Plugin {
  return {
    name: 'understudy:eager-compile',
    apply: 'build',
    generateBundle: {
      // After anything Vite itself writes at the start.
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && RUN_AT_ONCE.has(chunk.name)) chunk.code = MARK + chunk.code;
      },
    },
  };
}

/** Preloads the two text fonts in parallel with the style sheet. */
function preloadFonts(): Plugin {
  return {
    name: 'understudy:preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        return Object.keys(bundle ?? {})
          .filter((file) => file.endsWith('.woff2'))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head',
          }));
      },
    },
  };
}

const INSERT_CALL = /^__insertCSS\(".*$/m;
const SWIPE = /const SWIPE_THRESHOLD = \d+;/;

/**
 * Two changes to sonner for which it has no option: its style sheet is not written into a <style> tag without a nonce,
 * which the content-security-policy refuses (ui/toaster.css imports the sheet instead), and a swipe of the
 * specification's length dismisses a toast. Fails the build if a new version of sonner no longer fits.
 */
function patchSonner(): Plugin {
  return {
    name: 'understudy:patch-sonner',
    transform: {
      filter: { id: /sonner[\\/]dist[\\/]index\.mjs/ },
      handler(code) {
        if (!INSERT_CALL.test(code) || !SWIPE.test(code))
          throw new Error('sonner has changed: look at patchSonner in vite.config.ts');
        return {
          code: code.replace(INSERT_CALL, '').replace(SWIPE, `const SWIPE_THRESHOLD = ${TOAST_SWIPE_THRESHOLD_PX};`),
          map: null,
        };
      },
    },
  };
}
