/** Debian's Chromium, unless the environment names another. */
export const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Chromium without its windows, which takes a third less of the processor; where it is missing, Chromium itself. */
export const CHROMIUM_SHELL = process.env['CHROMIUM_SHELL'] ?? CHROMIUM;

/** The shell ends a page that asks whether speech is recognized on the device, so that the question is taken away. */
export const SHELL_FLAGS = ['--disable-blink-features=OnDeviceWebSpeechAvailable'];

/** Running as root rules out the sandbox; the other flags keep the browser from contacting its vendor. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
