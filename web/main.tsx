import './app/styles.css';
import { paths } from '@understudy/contract/pages';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorScreen } from './app/root-layout.tsx';
import { App, createAppRouter } from './app/router.tsx';
import { loadConfig } from './platform/config.ts';
import { language } from './platform/language.ts';
import { reportError, reportUncaught } from './platform/report-error.ts';
import { loadTexts } from './platform/texts.ts';

/** Radix parts that write a <style> tag read the nonce from this global, named by webpack. */
function tellNonce(): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });
}

/** Yields, so that the browser can handle a touch before the next step. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * The page is loaded before the first render, so that a prerendered first screen is replaced by itself rather than by
 * nothing.
 */
async function start(): Promise<void> {
  const container = document.getElementById('root');
  if (!container) throw new Error('index.html has no #root');
  tellNonce();
  reportUncaught(window);
  const root = createRoot(container, {
    // The error screen reports errors caught by a boundary.
    onCaughtError: () => {},
    onUncaughtError: (error) => reportError(error, 'render failed'),
  });
  await nextTask();
  const router = createAppRouter();
  await nextTask();
  const texts = loadTexts('front');
  try {
    // Writing it restyles the whole page, even if it is the same.
    if (document.documentElement.lang !== language()) document.documentElement.lang = language();
    const [config] = await Promise.all([loadConfig(), texts, router.load()]);
    const app = <App config={config} router={router} />;
    // As a transition, so that a slow phone responds to touch on the prerendered screen while the app renders. On an
    // empty page and on the dashboard's frame there is nothing to touch, and rendering in one go is faster.
    if (container.querySelector(`[data-shell]:not([data-shell="${paths.admin}"])`))
      startTransition(() => root.render(app));
    else root.render(app);
  } catch (error) {
    await texts.then(
      () => root.render(<ErrorScreen error={error} onTryAgain={() => window.location.reload()} />),
      // Without the catalogue there is no other sentence.
      () => root.render('This page could not be loaded. Please reload it.'),
    );
  }
}

// In separate tasks: evaluating the libraries and starting the app in one task would block touch on a slow phone.
void nextTask().then(start);
