/** The width and height below which the floating chat takes the whole screen. */
export const SMALL_SCREEN = '(max-width: 30rem), (max-height: 30rem)';

/**
 * The style sheet inside the shadow root, which neither takes anything from the page nor gives anything to it. It is
 * constructed rather than written into a tag, which a page's content-security-policy could refuse.
 */
export const STYLE = `
:host { color-scheme: light dark }
:host([theme=light]) { color-scheme: light }
:host([theme=dark]) { color-scheme: dark }
* { box-sizing: border-box; margin: 0; font: 500 16px/1.3 system-ui, sans-serif; letter-spacing: normal }
[hidden] { display: none !important }
button, a {
  display: inline-flex; gap: 10px; align-items: center; justify-content: center; min-height: 48px; padding: 0 20px;
  color: var(--ink); text-decoration: none; cursor: pointer; background: var(--color);
  border: 1px solid transparent; border-radius: 24px;
}
button:focus-visible, a:focus-visible { outline: 3px solid #fff; outline-offset: 1px; box-shadow: 0 0 0 6px #1b1b1b }
svg { flex: none; width: 22px; height: 22px; fill: none; stroke: currentColor; stroke-width: 2;
  stroke-linecap: round; stroke-linejoin: round }
.launch, .shut { position: fixed; bottom: max(20px, env(safe-area-inset-bottom)); z-index: 1;
  max-width: calc(100vw - 40px);
  box-shadow: 0 2px 6px rgb(0 0 0 / .18), 0 8px 24px rgb(0 0 0 / .18) }
.launch span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.shut { width: 50px; padding: 0 }
:host([open]) .launch, :host(:not([open])) .shut { visibility: hidden }
.launch[data-unread]::after { position: absolute; top: 0; right: 4px; width: 13px; height: 13px; content: "";
  background: #c62828; border: 2px solid #fff; border-radius: 50% }
.right { right: max(20px, env(safe-area-inset-right)) }
.left { left: max(20px, env(safe-area-inset-left)) }
.panel { overflow: hidden; color: #2b2320; background: #f8f4ec; border: 0; padding: 0 }
dialog { position: fixed; inset: auto; bottom: 84px; width: 400px; max-width: calc(100vw - 40px);
  height: min(680px, calc(100dvh - 104px)); max-height: none; border-radius: 14px;
  box-shadow: 0 0 0 1px rgb(0 0 0 / .1), 0 12px 48px rgb(0 0 0 / .28) }
dialog:focus { outline: none }
dialog.full { inset: 0 auto auto 0; width: 100vw; max-width: none; height: 100dvh; border-radius: 0; box-shadow: none }
dialog::backdrop { background: transparent }
section.panel { position: relative; width: 100%; height: 100%; border: 1px solid rgb(128 128 128 / .35);
  border-radius: 14px }
iframe { display: block; width: 100%; height: 100%; color-scheme: inherit; border: 0 }
.cover { position: absolute; inset: 0; display: flex; flex-direction: column; gap: 16px; align-items: center;
  justify-content: center; padding: 24px; text-align: center; background: inherit }
.dismiss { position: absolute; top: 8px; right: 8px; width: 44px; min-height: 44px; padding: 0; color: inherit;
  background: none }
.cover a { min-height: 0; padding: 0; color: inherit; text-decoration: underline; background: none }
.wait { width: 28px; height: 28px; border: 3px solid color-mix(in srgb, currentColor 25%, transparent);
  border-top-color: currentColor; border-radius: 50% }
@media (prefers-color-scheme: dark) { :host(:not([theme=light])) .panel { color: #efe7da; background: #17120e } }
:host([theme=dark]) .panel { color: #efe7da; background: #17120e }
@media (prefers-reduced-motion: no-preference) {
  dialog[open] { animation: rise .18s ease-out }
  .wait { animation: turn 1s linear infinite }
}
@keyframes rise { from { opacity: 0; transform: translateY(12px) } }
@keyframes turn { to { transform: rotate(1turn) } }
@media print { :host { display: none !important } }
`;
