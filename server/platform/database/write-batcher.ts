/** How a batcher writes items. */
export interface WriteBatcherOptions<T, R> {
  /** Writes one item. */
  one(item: T): Promise<R>;
  /** Writes several items in one statement; results in the items' order. Fails as a whole. */
  many(items: readonly T[]): Promise<R[]>;
  /** Items with the same key are never written together, nor the second before the first is done. */
  keyOf(item: T): string;
  /** Whether a failure may be due to a single item, so that all are written again one by one. */
  isItemFailure(error: unknown): boolean;
  /** Maximum number of concurrent writes; further items wait. */
  maxConcurrent: number;
  /** Maximum number of items per write. */
  maxItems: number;
  /** Maximum wait for a write to begin, in milliseconds. */
  waitMs: number;
}

/** An item that has not been written yet. */
interface Waiting<T, R> {
  item: T;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/** Writes an item; `waiting` is how many have not begun to be written. */
export interface WriteBatcher<T, R> {
  (item: T): Promise<R>;
  waiting(): number;
}

/**
 * Creates a batcher of items that arrive while others are being written. No item waits for a batch to fill: an idle
 * database gets a single item at once, yet fifty visitors cost a few statements and commits instead of fifty.
 *
 * @returns a function that writes an item. It rejects as `one` does, or with an error like the pool's if the write did
 * not begin in time
 */
export function createWriteBatcher<T, R>(options: WriteBatcherOptions<T, R>): WriteBatcher<T, R> {
  const waiting: Waiting<T, R>[] = [];
  const keysBeingWritten = new Set<string>();
  let running = 0;

  async function write(batch: readonly Waiting<T, R>[]): Promise<void> {
    running += 1;
    for (const { item } of batch) keysBeingWritten.add(options.keyOf(item));
    const [first] = batch;
    try {
      if (first && batch.length === 1) first.resolve(await options.one(first.item));
      else {
        const results = await options.many(batch.map(({ item }) => item));
        for (const [at, { resolve }] of batch.entries()) resolve(results[at] as R);
      }
    } catch (error) {
      if (batch.length > 1 && options.isItemFailure(error)) await writeSingly(batch);
      else for (const { reject } of batch) reject(error);
    } finally {
      running -= 1;
      for (const { item } of batch) keysBeingWritten.delete(options.keyOf(item));
      next();
    }
  }

  async function writeSingly(batch: readonly Waiting<T, R>[]): Promise<void> {
    await Promise.all(batch.map(({ item, resolve, reject }) => options.one(item).then(resolve, reject)));
  }

  /** Starts as many writes as may run. */
  function next(): void {
    while (running < options.maxConcurrent) {
      const batch = takeBatch();
      if (batch.length === 0) return;
      void write(batch);
    }
  }

  /** Takes the oldest item that may be written now, and as many others as may go with it, in order of arrival. */
  function takeBatch(): Waiting<T, R>[] {
    const keys = new Set(keysBeingWritten);
    const batch: Waiting<T, R>[] = [];
    const left: Waiting<T, R>[] = [];
    for (const entry of waiting.splice(0)) {
      const key = options.keyOf(entry.item);
      if (batch.length < options.maxItems && !keys.has(key)) batch.push(entry);
      else left.push(entry);
      keys.add(key);
    }
    waiting.push(...left);
    return batch;
  }

  function giveUp(entry: Waiting<T, R>): void {
    const at = waiting.indexOf(entry);
    if (at < 0) return;
    waiting.splice(at, 1);
    entry.reject(new Error('timeout exceeded when trying to connect: no write began in time'));
  }

  const batch = (item: T): Promise<R> => {
    const { promise, resolve, reject } = Promise.withResolvers<R>();
    const entry = { item, resolve, reject };
    waiting.push(entry);
    next();
    if (!waiting.includes(entry)) return promise;
    const timer = setTimeout(() => giveUp(entry), options.waitMs);
    return promise.finally(() => clearTimeout(timer));
  };
  return Object.assign(batch, { waiting: () => waiting.length });
}
