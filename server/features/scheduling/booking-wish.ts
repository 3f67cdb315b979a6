import type { Language } from '@understudy/contract/languages';
import type { TimeWish } from '../understanding/index.ts';

/** Who books. */
export interface Booker {
  sessionId: string;
  visitorId: string;
}

/** What a visitor books. */
export interface BookingWish {
  kind: string;
  /** Milliseconds since 1970. */
  start: number;
  zone: string;
  name: string;
  email: string;
  /** The number to call; kept for a kind that asks for it. */
  phone: string | null;
  note: string | null;
  /** In which they read mails. */
  language: Language;
  /** In which they read the sentence that they agreed to; the same if left out. */
  consentLanguage?: Language;
  /** By whose habits they read times; null if it is not known. */
  locale: string | null;
}

/** What free times are looked for. */
export interface SlotWish {
  /** The first kind if left out. */
  kind?: string;
  from?: number;
  to?: number;
  wish?: TimeWish | null;
  zone: string;
  limit?: number;
  /** The booking to move, whose own time counts as free. */
  moves?: string | null;
}
