import { createRequire } from 'node:module';

/**
 * Whether the synthesiser's package is there: it is an optional dependency because of its licence, and nothing but the
 * voice needs it (docs/decisions/embedded-voice.md).
 */
export function isSynthesiserInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('@echogarden/espeak-ng-emscripten/package.json');
    return true;
  } catch {
    // What cannot be resolved is not installed.
    return false;
  }
}
