/** A part of the page that saves by itself. */
export interface SavesItself {
  isUnsaved(): boolean;
  /** Saves at once. @returns whether all is saved */
  flush(): Promise<boolean>;
}

/** What leaving has to wait for. It asks the parts themselves: what was rendered last may be outdated. */
export interface LeaveGuard {
  /** @returns what ends the watch */
  watch(part: SavesItself): () => void;
  isUnsaved(): boolean;
  /** Saves everything. @returns whether nothing would be lost */
  settle(): Promise<boolean>;
}

export function createLeaveGuard(): LeaveGuard {
  const parts = new Set<SavesItself>();
  const open = () => [...parts].filter((part) => part.isUnsaved());
  return {
    watch(part) {
      parts.add(part);
      return () => void parts.delete(part);
    },
    isUnsaved: () => open().length > 0,
    settle: async () => (await Promise.all(open().map((part) => part.flush()))).every(Boolean),
  };
}
