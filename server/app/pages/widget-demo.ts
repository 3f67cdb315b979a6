/** The demo's input. */
interface Demo {
  name: string;
  nonce: string;
  /** Whether the chat is a part of the page, instead of floating over it. */
  isInline: boolean;
}

const STYLE = `
:root { color-scheme: light dark; font: 17px/1.6 Georgia, serif }
body { max-width: 44rem; margin: 0 auto; padding: 3rem 1.25rem 8rem }
h1 { line-height: 1.15 }
nav, .controls { display: flex; flex-wrap: wrap; gap: .75rem 1.25rem; margin: 1.5rem 0;
  font: 15px/1.4 system-ui, sans-serif }
button { font: inherit; min-height: 44px; padding: 0 1rem }
#twin { min-height: 640px; margin: 2rem 0 }
#log { min-height: 6rem; padding: .75rem 1rem; overflow: auto; font: 14px/1.6 ui-monospace, monospace;
  border: 1px solid gray }
`;

const SCRIPT = `
const log = (line) => { document.getElementById('log').textContent += line + '\\n' };
addEventListener('understudy:ready', () => {
  for (const event of ['ready', 'open', 'close', 'message', 'lead'])
    Understudy.on(event, (detail) => log(event + ' ' + JSON.stringify(detail)));
  for (const action of ['open', 'close', 'toggle'])
    document.getElementById(action).onclick = () => Understudy[action]();
});
`;

/** `/widget-demo`: a page such as somebody else's, with the widget, its interface and its events. */
export function demoPage({ name, nonce, isInline }: Demo): string {
  const who = name.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>Widget demo: AI ${who}</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
<h1>A page of your website</h1>
<p>This page stands for one of your own. The chat with AI ${who} looks and works here as it will there.
Each site needs its origin in the settings, under Widget; this page does not.</p>
<nav aria-label="Forms of the widget">
<a href="/widget-demo"${isInline ? '' : ' aria-current="page"'}>Floating button</a>
<a href="/widget-demo?inline"${isInline ? ' aria-current="page"' : ''}>Inside the page</a>
<a href="/">Home</a>
</nav>
${isInline ? '<div id="twin"></div>' : ''}
<h2>The interface</h2>
<p>A page can open and close the chat, and is told what happens. It is never told what was said.</p>
<div class="controls">
<button type="button" id="open">Open</button>
<button type="button" id="close">Close</button>
<button type="button" id="toggle">Toggle</button>
</div>
<h3>Events</h3>
<pre id="log" role="log" tabindex="0" aria-label="Events"></pre>
</main>
<script nonce="${nonce}">${SCRIPT}</script>
<script nonce="${nonce}" src="/widget.js" async${isInline ? ' data-inline="#twin"' : ''}></script>
</body>
</html>
`;
}
