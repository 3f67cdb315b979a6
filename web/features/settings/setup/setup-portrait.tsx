import { UserRound } from 'lucide-react';
import { cn } from '../../../ui/cn.ts';

const MOST_INITIALS = 2;

/** The portrait, or what stands for it: initials. */
export function SetupPortrait({ src, name, className }: { src: string | null; name: string; className?: string }) {
  if (src) return <img src={src} alt="" width={96} height={96} className={cn('setup-portrait', className)} />;
  const words = name.trim().split(/\s+/).filter(Boolean);
  const initials = words.map((word) => [...word][0] ?? '');
  const shown = initials.length > MOST_INITIALS ? [initials[0], initials.at(-1)] : initials;
  return (
    <span aria-hidden className={cn('setup-portrait', className)}>
      {shown.length > 0 ? shown.join('').toUpperCase() : <UserRound className="size-1/2" />}
    </span>
  );
}
