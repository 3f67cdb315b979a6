import type { ComponentProps, MouseEvent } from 'react';
import { cn } from './cn.ts';

/** Interactive elements within a row, which keep their clicks. */
const OWN_TARGETS = 'a, button, input, select, textarea, label, summary';

type LinkRowProps = ({ as: 'li' } & ComponentProps<'li'>) | ({ as: 'tr' } & ComponentProps<'tr'>);

/**
 * A row that opens its link (`row-link`) wherever it is clicked. Nothing covers its text, so the text can be selected;
 * a click that ends a selection opens nothing.
 */
export function LinkRow({ as, className, ...rest }: LinkRowProps) {
  const props = { onClick: followRow, onAuxClick: followRow, className: cn('link-row', className), ...rest };
  return as === 'li' ? <li {...(props as ComponentProps<'li'>)} /> : <tr {...(props as ComponentProps<'tr'>)} />;
}

function followRow({ target, currentTarget, nativeEvent }: MouseEvent<HTMLElement>): void {
  const link = currentTarget.querySelector<HTMLElement>('.row-link');
  if (!link || (target instanceof Element && target.closest(OWN_TARGETS))) return;
  const selection = getSelection();
  if (selection && !selection.isCollapsed && selection.containsNode(currentTarget, true)) return;
  if (nativeEvent.button === 1 && link instanceof HTMLAnchorElement) window.open(link.href, '_blank', 'noopener');
  // Passes the modifier keys on, so that the browser can open another tab.
  if (nativeEvent.button === 0) link.dispatchEvent(new MouseEvent('click', nativeEvent));
}
