import { useEffect } from 'react';

/**
 * Keeps `--visible-height` at the height above a phone's keyboard. If the browser resizes the page itself, it equals
 * 100dvh; while the visitor has zoomed in, the page keeps its height.
 */
export function useVisibleHeight(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const root = document.documentElement;
    const measure = () => {
      if (viewport.scale > 1.01) return;
      root.style.setProperty('--visible-height', `${Math.round(viewport.height)}px`);
    };
    measure();
    viewport.addEventListener('resize', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      root.style.removeProperty('--visible-height');
    };
  }, []);
}
