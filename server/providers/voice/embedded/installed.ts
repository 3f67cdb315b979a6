import { createRequire } from 'node:module';

/**
 * Whether the synthesiser's package is installed. It is an optional dependency because of its licence, and only the
 * voice needs it (docs/decisions/embedded-voice.md).
 */
export function isSynthesiserInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('@echogarden/espeak-ng-emscripten/package.json');
    return true;
  } catch {
    // An unresolvable package is not installed.
    return false;
  }
}
