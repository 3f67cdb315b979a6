import './app/styles.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { ErrorScreen } from './app/error-screen.tsx';
import { createAppRouter } from './app/router.tsx';
import { loadConfig } from './platform/config.ts';
import { reportError, reportUncaught } from './platform/report-error.ts';

/** Radix parts that write a <style> tag ask for the nonce under this name, which webpack gave it. */
function tellNonce(): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });
}

/** Lets the browser answer a touch before what comes next. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/** The page is loaded before the first render, so that a painted first screen is replaced by itself, not by nothing. */
async function start(): Promise<void> {
  const container = document.getElementById('root');
  if (!container) throw new Error('index.html has no #root');
  tellNonce();
  reportUncaught(window);
  const isPainted = container.hasChildNodes();
  const root = createRoot(container, {
    // The error screen reports what a boundary caught.
    onCaughtError: () => {},
    onUncaughtError: (error) => reportError(error, 'render failed'),
  });
  await nextTask();
  const router = createAppRouter();
  await nextTask();
  try {
    const [config] = await Promise.all([loadConfig(), router.load()]);
    const app = <App config={config} router={router} />;
    // As a transition, so that a slow phone answers a touch on what is painted already while the page is being built.
    // On an empty page there is nothing to touch, and in one go it stands sooner.
    if (isPainted) startTransition(() => root.render(app));
    else root.render(app);
  } catch (error) {
    root.render(<ErrorScreen error={error} onTryAgain={() => window.location.reload()} />);
  }
}

// In a task of its own, as each step of it: reading the libraries and starting the app in one would hold up a touch on
// a slow phone.
void nextTask().then(start);
