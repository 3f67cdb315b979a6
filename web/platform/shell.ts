/**
 * A page's first screen, which the build has prerendered into a template of index.html
 * (docs/decisions/first-paint.md). Inline scripts use this before any other script has arrived: keep it small.
 */
import type { PublicConfig } from '@understudy/contract/wire';

/**
 * The first screen of this path; null if there is none in the reader's language. The server sends it in the language
 * that the browser asks for; the reader may have chosen another.
 */
export function shellHere(): HTMLTemplateElement | null {
  const shell = document.querySelector<HTMLTemplateElement>(`template[data-shell="${location.pathname}"]`);
  const chosen = localStorage.getItem('understudy.language');
  return chosen && chosen !== shell?.lang ? null : shell;
}

/** The config in the page. @throws Error if there is none */
export const configHere = (): PublicConfig => JSON.parse(document.getElementById('config')?.textContent ?? '');

/** Puts a first screen into the page's root, with its `{{marks}}` filled. */
export function showShell(shell: HTMLTemplateElement, fields: Record<string, string | null>): HTMLElement {
  const root = document.getElementById('root') as HTMLElement;
  const escaped = (text: string) => text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
  const filled = shell.innerHTML.replace(/\{\{(\w+)\}\}/g, (_, field: string) => escaped(String(fields[field] ?? '')));
  root.innerHTML = `<div data-shell="${shell.dataset['shell']}">${filled}</div>`;
  // Links work already; what is typed or pressed before the app runs would be lost.
  for (const control of root.querySelectorAll<HTMLElement>('button, input, select, textarea')) control.inert = true;
  return root;
}
