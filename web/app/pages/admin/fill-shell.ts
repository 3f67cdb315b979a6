/**
 * Runs in the owner's pages before any of their scripts has arrived (build/owner-bundle.ts inlines it): shows the
 * dashboard's frame as soon as the server has said who is here (prefetch-answers.ts has asked). Whoever has to sign in
 * first, or may not see the dashboard, never sees it.
 */
import { allows, type Profile } from '@understudy/contract/admin';
import { configHere, shellHere, showShell } from '../../../platform/shell.ts';

async function fillShell(): Promise<void> {
  const shell = shellHere();
  const profile = (await globalThis.understudyPrefetched?.answers['/api/profile']) as Profile | undefined;
  if (!shell || !profile || !allows(profile.role, 'admin')) return;
  // The prerendered screen is the Overview of somebody who signed in with a password or is on this machine.
  if (profile.by_link || /[?&]tab=/.test(location.search)) return;
  // The app was faster.
  if (document.getElementById('root')?.hasChildNodes()) return;
  const { calendar: _calendar, services: _services, ...consultant } = configHere().consultant;
  const root = showShell(shell, { ...consultant, email: profile.email });
  if (profile.role !== 'owner') for (const link of root.querySelectorAll('nav a[data-role="owner"]')) link.remove();
  if (profile.local) return;
  root.querySelector('aside')?.remove();
  for (const control of root.querySelectorAll('[disabled]')) control.removeAttribute('disabled');
}

fillShell().catch(() => {
  // No config in the page, or storage is blocked: the app paints by itself.
});
