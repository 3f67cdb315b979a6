import type { Plugin } from 'vite';

/** Chunks of which most functions run before the first screen is rendered. */
const RUN_AT_ONCE = new Set(['framework', 'owner', 'front', 'index']);
const MARK = '//# allFunctionsCalledOnLoad\n';

/**
 * Makes the browser compile these files in full while they arrive, off the main thread, instead of lazily on the first
 * call of each function. Chromium reads the magic comment at the start of a file
 * (https://v8.dev/blog/explicit-compile-hints); other browsers ignore it.
 */
export function eagerCompile(): Plugin {
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
