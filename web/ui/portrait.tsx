import type { CSSProperties } from 'react';
import { cn } from './cn.ts';

/** What the ring round the portrait shows: the one thing that matters now. */
export type Presence = 'idle' | 'listening' | 'thinking' | 'speaking';

/** Whose picture, and what the ring around it shows. */
export interface PortraitProps {
  src: string;
  /** Empty where the name stands beside it. */
  alt: string;
  presence?: Presence;
  /** Loudness of whoever is heard, 0 to 1; moves the ring while listening or speaking. */
  level?: number;
  /** `arch` is the stage's own opening, for the landing page; a person in a conversation is `round`. */
  shape?: 'round' | 'arch';
  className?: string;
}

/** The person in the pool of light. The width comes from `className`; everything else is in stage.css. */
export function Portrait({ src, alt, presence = 'idle', level, shape = 'round', className }: PortraitProps) {
  const style = level === undefined ? undefined : ({ '--level': level } as CSSProperties);
  return (
    <span data-presence={presence} data-shape={shape} style={style} className={cn('portrait', className)}>
      <img src={src} alt={alt} width={400} height={400} decoding="async" className="portrait-image" />
    </span>
  );
}
