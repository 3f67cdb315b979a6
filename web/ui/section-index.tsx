import { useEffect, useRef, useState } from 'react';
import { cn } from './cn.ts';

interface SectionIndexProps {
  label: string;
  /** The sections in their order: ids of elements that can have the focus. */
  sections: readonly { id: string; name: string }[];
  className?: string;
  /** Called with the id of the section being read, and again when another is. */
  onRead?: (id: string) => void;
}

/** How far from the top, in heights of the window, a section begins that is being read. */
const READING_LINE = 0.2;

/** What is on a long page: each name leads to its section, and the one being read is marked. */
export function SectionIndex({ label, sections, className, onRead }: SectionIndexProps) {
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(sections[0]?.id);
  useEffect(() => {
    const look = () => {
      const isRead = ({ id }: { id: string }) =>
        (document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) <
        window.innerHeight * READING_LINE;
      setCurrent((sections.findLast(isRead) ?? sections[0])?.id);
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [sections]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marked name comes into sight in a strip
  useEffect(() => {
    const strip = list.current;
    const marked = strip?.querySelector<HTMLElement>('[aria-current]');
    if (current) onRead?.(current);
    if (strip && marked) strip.scrollLeft = marked.offsetLeft - (strip.clientWidth - marked.offsetWidth) / 2;
  }, [current]);
  const go = (id: string) => {
    const section = document.getElementById(id);
    section?.scrollIntoView({ block: 'start' });
    section?.focus({ preventScroll: true });
  };
  return (
    <nav aria-label={label} className={cn('section-index', className)}>
      <ul ref={list}>
        {sections.map(({ id, name }) => (
          <li key={id}>
            <button type="button" aria-current={id === current ? 'true' : undefined} onClick={() => go(id)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
