import { TOAST_SWIPE_THRESHOLD_PX } from '@understudy/contract/constants';
import type { Plugin } from 'vite';

const INSERT_CALL = /^__insertCSS\(".*$/m;
const SWIPE = /const SWIPE_THRESHOLD = \d+;/;

/**
 * Two changes to sonner for which it has no option: its style sheet is not written into a <style> tag without a nonce,
 * which the content-security-policy refuses (ui/toaster.css imports the sheet instead), and a swipe of the
 * specification's length dismisses a toast. Fails the build if a new version of sonner no longer fits.
 */
export function patchSonner(): Plugin {
  return {
    name: 'understudy:patch-sonner',
    transform: {
      filter: { id: /sonner[\\/]dist[\\/]index\.mjs/ },
      handler(code) {
        if (!INSERT_CALL.test(code) || !SWIPE.test(code))
          throw new Error('sonner has changed: look at patch-sonner.ts');
        return {
          code: code.replace(INSERT_CALL, '').replace(SWIPE, `const SWIPE_THRESHOLD = ${TOAST_SWIPE_THRESHOLD_PX};`),
          map: null,
        };
      },
    },
  };
}
