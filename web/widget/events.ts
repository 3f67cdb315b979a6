/** What the page can listen to, and what its listeners are told. */
export interface WidgetEvents {
  ready: Record<string, never>;
  open: Record<string, never>;
  close: Record<string, never>;
  message: { from: 'visitor' | 'twin' };
  lead: Record<string, never>;
}
type EventName = keyof WidgetEvents;
type Listener = (detail: never) => void;

/** The page's listeners. */
export interface Listeners {
  on<Name extends EventName>(event: Name, listener: (detail: WidgetEvents[Name]) => void): () => void;
  off(event: EventName, listener: Listener): void;
  emit<Name extends EventName>(event: Name, detail: WidgetEvents[Name]): void;
}

/** @param report takes what a listener throws, which does not keep the others from being told */
export function createListeners(report: (error: unknown) => void): Listeners {
  const all = new Map<string, Set<Listener>>();
  let isReady = false;
  const tell = (listener: Listener, detail: unknown) => {
    try {
      (listener as (detail: unknown) => void)(detail);
    } catch (error) {
      report(error);
    }
  };
  return {
    on(event, listener) {
      const known = all.get(event) ?? new Set();
      all.set(event, known.add(listener as Listener));
      // Whoever asks late is told at once.
      if (event === 'ready' && isReady) tell(listener as Listener, {});
      return () => known.delete(listener as Listener);
    },
    off: (event, listener) => void all.get(event)?.delete(listener),
    emit(event, detail) {
      isReady ||= event === 'ready';
      for (const listener of [...(all.get(event) ?? [])]) tell(listener, detail);
    },
  };
}
