/** A toast. A dismissed one closes at once and is kept until it is removed. */
export interface Notice {
  id: number;
  title: string;
  description: string;
  tone: 'plain' | 'destructive';
  open: boolean;
}

/** The toasts of a page. */
export interface NoticeQueue {
  /** Newest first; never longer than the limit. */
  readonly notices: readonly Notice[];
  show(notice: Pick<Notice, 'title' | 'description' | 'tone'>): void;
  /** Closes a notice and removes it after the delay. */
  dismiss(id: number): void;
  subscribe(listener: () => void): () => void;
}

/** Creates a queue of at most `limit` notices; a new one replaces the oldest. */
export function createNoticeQueue(options: { limit: number; removeDelayMs: number }): NoticeQueue {
  let notices: readonly Notice[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();
  const set = (next: readonly Notice[]) => {
    notices = next;
    for (const listener of listeners) listener();
  };
  return {
    get notices() {
      return notices;
    },
    show(notice) {
      lastId += 1;
      set([{ ...notice, id: lastId, open: true }, ...notices].slice(0, options.limit));
    },
    dismiss(id) {
      if (!notices.some((notice) => notice.id === id && notice.open)) return;
      set(notices.map((notice) => (notice.id === id ? { ...notice, open: false } : notice)));
      setTimeout(() => set(notices.filter((notice) => notice.id !== id)), options.removeDelayMs);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
