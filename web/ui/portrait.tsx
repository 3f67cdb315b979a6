import { cn } from './cn.ts';

/** The state shown by the ring around the portrait. */
export type Presence = 'idle' | 'listening' | 'thinking' | 'speaking';

export interface PortraitProps {
  src: string;
  /** Empty if the name is shown beside it. */
  alt: string;
  presence?: Presence | undefined;
  /** `arch` has the shape of the stage opening, for the landing page; in a conversation the portrait is `round`. */
  shape?: 'round' | 'arch';
  className?: string;
}

/** The portrait. Its width comes from `className`; everything else is in stage.css. */
export function Portrait({ src, alt, presence = 'idle', shape = 'round', className }: PortraitProps) {
  return (
    <span data-presence={presence} data-shape={shape} className={cn('portrait', className)}>
      <img src={src} alt={alt} width={400} height={400} decoding="async" className="portrait-image" />
    </span>
  );
}
