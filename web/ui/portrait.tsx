import type { CSSProperties } from 'react';
import { cn } from './cn.ts';

/** The state shown by the ring around the portrait. */
export type Presence = 'idle' | 'listening' | 'thinking' | 'speaking';

export interface PortraitProps {
  src: string;
  /** Empty if the name is shown beside it. */
  alt: string;
  presence?: Presence;
  /** Level of the current speaker, 0 to 1; animates the ring while listening or speaking. */
  level?: number;
  /** `arch` has the shape of the stage opening, for the landing page; in a conversation the portrait is `round`. */
  shape?: 'round' | 'arch';
  className?: string;
}

/** The portrait. Its width comes from `className`; everything else is in stage.css. */
export function Portrait({ src, alt, presence = 'idle', level, shape = 'round', className }: PortraitProps) {
  const style = level === undefined ? undefined : ({ '--level': level } as CSSProperties);
  return (
    <span data-presence={presence} data-shape={shape} style={style} className={cn('portrait', className)}>
      <img src={src} alt={alt} width={400} height={400} decoding="async" className="portrait-image" />
    </span>
  );
}
