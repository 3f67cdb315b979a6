/** Browsers by what they add to a user agent, the derived ones before those whose words they repeat. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];
/** Systems; Android and ChromeOS also say Linux. */
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * What somebody signs in with, in plain words: 'Firefox on Linux'. Versions are left out, which say nothing to a person.
 * @param userAgent the header as it came
 * @returns null where it cannot be told
 */
export function describeDevice(userAgent: string | undefined): string | null {
  if (!userAgent) return null;
  const named = (names: readonly [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = named(BROWSERS);
  const system = named(SYSTEMS);
  if (browser && system) return `${browser} on ${system}`;
  if (browser ?? system) return browser ?? system ?? null;
  // A program's own name, such as 'curl'.
  return /^[A-Za-z][\w.-]{0,30}(?=\/|$)/.exec(userAgent)?.[0] ?? null;
}
