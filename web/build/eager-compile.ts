import type { Plugin } from 'vite';

/** Files of which most is run before the first screen stands. */
const RUN_AT_ONCE = new Set(['framework', 'owner', 'front', 'index']);
const MARK = '//# allFunctionsCalledOnLoad\n';

/**
 * Has the browser compile the whole of these files while they arrive, beside the page's own thread, instead of function
 * by function when each is first called. Chromium reads the mark at a file's head
 * (https://v8.dev/blog/explicit-compile-hints); to others it is a comment.
 */
export function eagerCompile(): Plugin {
  return {
    name: 'understudy:eager-compile',
    apply: 'build',
    generateBundle: {
      // After what Vite itself writes at the head.
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && RUN_AT_ONCE.has(chunk.name)) chunk.code = MARK + chunk.code;
      },
    },
  };
}
