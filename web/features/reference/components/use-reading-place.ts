import { useEffect, useState } from 'react';

/** The operation being read: the one whose top edge last passed the upper part of the window. */
export function useReadingPlace(isThere: boolean): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    if (!isThere) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const entered = entries.find(({ isIntersecting }) => isIntersecting);
        if (entered) setCurrent((entered.target as HTMLElement).dataset['operation'] ?? null);
      },
      { rootMargin: '-15% 0px -80% 0px' },
    );
    for (const section of document.querySelectorAll('[data-operation]')) observer.observe(section);
    return () => observer.disconnect();
  }, [isThere]);
  return current;
}
