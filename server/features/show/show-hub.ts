import type { Pool } from 'pg';
import type { NotificationChannel, Notifications } from '../../platform/database/notifications.ts';
import type { Logger } from '../../platform/log.ts';
import { readFinished, readShowEvents, SHOW_CHANNEL, SHOW_ENDED, SHOW_WITHDRAWN, type ShowNews } from './show-store.ts';
import type { Shows } from './shows.ts';

/** Somebody who watches a show: a performer's or a director's connection. */
export interface ShowWatcher {
  isDirector: boolean;
  /** The number of the last message sent to it. */
  after: number;
  /** The version of the show of which it has the messages; 0 for none. */
  version: number;
  /** Whether the view of that version is still to be sent. */
  isViewDue: boolean;
  /** Sends a message as JSON. */
  send(message: string): void;
  /** The conversation is over. */
  end(): void;
  /** Watching is no longer allowed. */
  forbid(): void;
}

/** The newest view of a show, which its watchers get at most once in {@link VIEW_EVERY_MS}. */
interface PendingView {
  news: ShowNews;
  sentAt: number;
  timer: NodeJS.Timeout | null;
}

/** A view is the whole show: however fast it changes, it is not sent more often. */
const VIEW_EVERY_MS = 100;

/**
 * Passes the news of shows to those who watch them, whichever instance made them: the database notifies every instance
 * of a show's new messages, and each reads those that its own watchers have not got. What an instance has saved itself
 * it passes on at once. What came while the connection to the database was broken is read when it is back.
 */
export class ShowHub {
  readonly #pool: Pool;
  readonly #shows: Shows;
  readonly #log: Logger;
  readonly #watchers = new Map<string, Set<ShowWatcher>>();
  /** Sessions being read; true if more news came meanwhile. */
  readonly #reading = new Map<string, boolean>();
  readonly #views = new Map<string, PendingView>();
  /** Sessions that are over, whose last messages are being read. */
  readonly #over = new Set<string>();
  readonly #news: NotificationChannel;

  constructor(pool: Pool, shows: Shows, log: Logger, notifications: Notifications) {
    this.#pool = pool;
    this.#shows = shows;
    this.#log = log;
    this.#news = notifications.channel(SHOW_CHANNEL, {
      heard: (payload) => this.#heard(payload),
      restored: () => this.#restored(),
    });
    shows.onSaved = (sessionId, news) => this.#onSaved(sessionId, news);
  }

  /** Watches a show from its message `watcher.after` on. @returns a function that ends it */
  async watch(sessionId: string, watcher: ShowWatcher): Promise<() => void> {
    await this.#news.open();
    const watchers = this.#watchers.get(sessionId) ?? new Set();
    this.#watchers.set(sessionId, watchers.add(watcher));
    await this.#tell(sessionId);
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0 && this.#watchers.get(sessionId) === watchers) this.#drop(sessionId);
      if (this.#watchers.size === 0) void this.#news.close();
    };
  }

  /** Ends the connections of ended conversations, and the directors' of those whose consent was withdrawn. */
  async endFinished(): Promise<void> {
    if (this.#watchers.size === 0) return;
    try {
      for (const { id, isOver } of await readFinished(this.#pool, [...this.#watchers.keys()]))
        if (isOver) this.#end(id);
        else this.#withdraw(id);
    } catch (error) {
      this.#log.warn({ err: error }, 'whether conversations with a show are over cannot be read');
    }
  }

  /** Stops listening. */
  async close(): Promise<void> {
    for (const sessionId of [...this.#watchers.keys()]) this.#drop(sessionId);
    await this.#news.close();
  }

  #heard(payload: string): void {
    const [sessionId = '', version] = payload.split(' ');
    if (version === SHOW_ENDED) {
      this.#end(sessionId);
      return;
    }
    if (version === SHOW_WITHDRAWN) {
      this.#withdraw(sessionId);
      return;
    }
    this.#shows.forget(sessionId, Number(version));
    const watchers = this.#watchers.get(sessionId);
    // Watchers on the instance that made the change have it already.
    if ([...(watchers ?? [])].some((watcher) => watcher.version < Number(version))) void this.#tell(sessionId);
  }

  /** Without the visitor's consent, nobody else may follow the show. */
  #withdraw(sessionId: string): void {
    for (const watcher of [...(this.#watchers.get(sessionId) ?? [])]) if (watcher.isDirector) watcher.forbid();
  }

  #restored(): void {
    for (const sessionId of this.#watchers.keys()) void this.#tell(sessionId);
    void this.endFinished();
  }

  #drop(sessionId: string): void {
    this.#watchers.delete(sessionId);
    clearTimeout(this.#views.get(sessionId)?.timer ?? undefined);
    this.#views.delete(sessionId);
  }

  /** Sends the last messages of a conversation that is over, and ends its connections. */
  #end(sessionId: string): void {
    this.#shows.forget(sessionId);
    if (!this.#watchers.has(sessionId)) return;
    this.#over.add(sessionId);
    void this.#tell(sessionId);
  }

  /** Sends a show's watchers what they have not got, and its state as it is now. One read at a time for each show. */
  async #tell(sessionId: string): Promise<void> {
    if (this.#reading.has(sessionId)) {
      this.#reading.set(sessionId, true);
      return;
    }
    this.#reading.set(sessionId, false);
    try {
      await this.#send(sessionId);
    } catch (error) {
      this.#log.warn({ err: error }, 'the news of a show cannot be read');
    } finally {
      const isMore = this.#reading.get(sessionId) === true;
      this.#reading.delete(sessionId);
      if (isMore) void this.#tell(sessionId);
      else if (this.#over.delete(sessionId)) {
        this.#sendView(sessionId);
        for (const watcher of this.#watchers.get(sessionId) ?? []) watcher.end();
      }
    }
  }

  async #send(sessionId: string): Promise<void> {
    const watchers = [...(this.#watchers.get(sessionId) ?? [])];
    if (watchers.length === 0) return;
    const first = Math.min(...watchers.map(({ after }) => after));
    const news = await readShowEvents(this.#pool, sessionId, first);
    if (news) this.#pass(sessionId, watchers, news);
  }

  /** What this instance has saved needs no reading, if nothing is missing before it. */
  #onSaved(sessionId: string, news: ShowNews): void {
    const first = news.last - news.events.length;
    const watchers = [...(this.#watchers.get(sessionId) ?? [])].filter(({ after }) => after >= first);
    this.#pass(sessionId, watchers, news);
  }

  #pass(sessionId: string, watchers: readonly ShowWatcher[], news: ShowNews): void {
    // Written once for all of them.
    const written = new Map<number, string>();
    for (const watcher of watchers) {
      // A number beyond the newest message comes from another show, and counts as none.
      if (watcher.version === 0 && watcher.after > news.last) watcher.after = 0;
      for (const { seq, type, data, isPrivate } of news.events) {
        if (seq <= watcher.after || (isPrivate && !watcher.isDirector)) continue;
        const text = written.get(seq) ?? JSON.stringify({ type, data, seq });
        written.set(seq, text);
        watcher.send(text);
      }
      watcher.after = Math.max(watcher.after, news.last);
      if (news.version <= watcher.version) continue;
      watcher.version = news.version;
      watcher.isViewDue = true;
    }
    if (watchers.some(({ isViewDue }) => isViewDue)) this.#planView(sessionId, news);
  }

  #planView(sessionId: string, news: ShowNews): void {
    const view = this.#views.get(sessionId) ?? { news, sentAt: Number.NEGATIVE_INFINITY, timer: null };
    if (news.version > view.news.version) view.news = news;
    this.#views.set(sessionId, view);
    const waitMs = view.sentAt + VIEW_EVERY_MS - performance.now();
    if (waitMs <= 0) this.#sendView(sessionId);
    else view.timer ??= setTimeout(() => this.#sendView(sessionId), waitMs).unref();
  }

  #sendView(sessionId: string): void {
    const view = this.#views.get(sessionId);
    if (!view) return;
    clearTimeout(view.timer ?? undefined);
    view.timer = null;
    const due = [...(this.#watchers.get(sessionId) ?? [])].filter(({ isViewDue }) => isViewDue);
    if (due.length === 0) return;
    view.sentAt = performance.now();
    // Written once for all performers, and once for all directors.
    const written = new Map<boolean, string>();
    for (const watcher of due) {
      const { isDirector } = watcher;
      const text =
        written.get(isDirector) ??
        JSON.stringify({
          ...{ type: 'context-update', data: this.#shows.present(view.news, isDirector) },
          seq: view.news.last,
        });
      written.set(isDirector, text);
      watcher.isViewDue = false;
      watcher.send(text);
    }
  }
}
