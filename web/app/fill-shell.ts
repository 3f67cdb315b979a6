/**
 * Runs in visitors' pages before any of their scripts has arrived (build/prerender-shells.ts inlines it): shows the
 * page's first screen, filled from the config.
 */
import { configHere, shellHere, showShell } from '../platform/shell.ts';

function fillShell(): void {
  const shell = shellHere();
  // A conversation that is about to be resumed does not begin with the start screen (features/conversation).
  if (!shell || (location.pathname === '/chat' && sessionStorage.getItem('understudy.session'))) return;
  const { consultant, consent, demo, visitor_page: shows, proof } = configHere();
  // Without the sentence there is nothing to agree to: the app paints that by itself.
  if (!consent) return;
  const { calendar: _calendar, services: _services, ...fields } = consultant;
  const list = (name: string, entries: readonly string[]) =>
    Object.fromEntries(entries.map((entry, at) => [`${name}_${at + 1}`, entry]));
  showShell(shell, {
    ...fields,
    consent_version: consent.version,
    consent_text: consent.translations[shell.lang as keyof typeof consent.translations] ?? consent.text,
    demo_human: demo ? demo.human : '',
    demo_reply: demo ? demo.reply.map(({ text }) => text).join(' ') : '',
    ...list('starter', shows.starters),
    ...list('client', proof.clients),
    ...list(
      'quote',
      proof.quotes.map(({ text }) => text),
    ),
    ...list(
      'by',
      proof.quotes.map(({ by }) => by),
    ),
  });
}

try {
  fillShell();
} catch {
  // No config in the page, or storage is blocked: the app paints by itself.
}
