import type { HoursSettings } from '@understudy/contract/settings';
import type { Twin } from '@understudy/contract/twin';
import type { Pool } from 'pg';
import { newestEditId, newestEdits, overlayOf } from '../features/twin/edit-store.ts';
import { loadTwin } from '../features/twin/load-twin.ts';
import { isLonger, type RetentionDays, USUAL_DAYS } from '../features/twin/placeholders.ts';
import { TwinFileError } from '../features/twin/twin-file-error.ts';
import { folderFiles, overlaidFiles, type TwinEdits, type TwinFiles } from '../features/twin/twin-files.ts';
import { withHours } from './opening-hours.ts';

/** What is broken in the folder is put right there, of which nobody tells a server that runs. */
const TRY_AGAIN_AFTER_MS = 10_000;

/** What a live twin is made of. */
export interface LiveTwinParts {
  /** The twin's folder. */
  dir: string;
  /** The twin as the folder has it: it serves until the database has been asked. */
  twin: Twin;
  pool: Pool;
  /** Hears why the twin that runs is not the one that stands in folder and database. */
  onProblem?: (sentence: string) => void;
}

/**
 * The twin that runs: the folder's texts with the edited ones of the database over them. It is swapped whole; what
 * cannot be made into a twin changes nothing but {@link problem}. Whoever needs one twin for longer than a moment keeps
 * it.
 */
export class LiveTwin {
  readonly folder: TwinFiles;
  readonly #dir: string;
  readonly #pool: Pool;
  readonly #onProblem: (sentence: string) => void;
  #twin: Twin;
  #days: RetentionDays = USUAL_DAYS;
  /** Those that its texts say: others than are set only while no twin can be made that says them. */
  #saidDays: RetentionDays = USUAL_DAYS;
  /** Whether it is known what is set. */
  #knowsDays = false;
  /** When the consultant can be reached; null while nothing is said of it. */
  #hours: HoursSettings | null = null;
  #edits: TwinEdits = new Map();
  /** Of the newest edit that was read. */
  #newestId = 0;
  /** Whether a twin with all edits has run since the start: then it is the one that goes on. */
  #whole = false;
  #problem: string | null = null;
  #triedAt = 0;
  #work: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;

  constructor({ dir, twin, pool, onProblem }: LiveTwinParts) {
    this.folder = folderFiles(dir);
    this.#dir = dir;
    this.#pool = pool;
    this.#onProblem = onProblem ?? (() => undefined);
    this.#twin = twin;
  }

  /** The twin as it stands now. */
  readonly twin = (): Twin => this.#twin;

  /**
   * How long things are kept, as its texts say it. Null where they may promise too little: nobody may agree to them
   * while it is not known what is set, or no twin can be made that says it and things are kept for longer.
   */
  get days(): RetentionDays | null {
    if (!this.#knowsDays || (this.#problem !== null && isLonger(this.#days, this.#saidDays))) return null;
    return this.#saidDays;
  }

  /** Why it is not the one that stands in folder and database; null while it is. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Asks the database for edits and swaps the twin if there are new ones. Without a database nothing changes. */
  look(): Promise<void> {
    return this.#inTurn(async () => {
      const newest = await newestEditId(this.#pool).catch(() => null);
      if (newest === null) return;
      const isNew = newest !== this.#newestId;
      if (isNew) {
        const edits = await newestEdits(this.#pool).catch(() => null);
        if (edits === null) return;
        this.#edits = overlayOf(edits);
        this.#newestId = newest;
      }
      if (isNew || (this.#problem !== null && performance.now() - this.#triedAt > TRY_AGAIN_AFTER_MS))
        await this.#load();
    });
  }

  /** Reads all files again: one in the folder was edited. */
  reload(): Promise<void> {
    return this.#inTurn(() => this.#load());
  }

  /** Swaps the twin for one whose texts say these days. @param days null: it is not known what is set */
  keepFor(days: RetentionDays | null): Promise<void> {
    return this.#inTurn(async () => {
      if (days === null) {
        this.#knowsDays = false;
        return;
      }
      const { transcripts, memories, leads } = this.#days;
      if (transcripts !== days.transcripts || memories !== days.memories || leads !== days.leads) {
        this.#days = { transcripts: days.transcripts, memories: days.memories, leads: days.leads };
        await this.#load();
      }
      this.#knowsDays = true;
    });
  }

  /** Swaps the twin for one that knows when the consultant can be reached. */
  sayHours(hours: HoursSettings): Promise<void> {
    return this.#inTurn(async () => {
      if (JSON.stringify(hours) === JSON.stringify(this.#hours)) return;
      this.#hours = hours;
      this.#twin = this.withSettings(this.#twin);
    });
  }

  /** A twin made of texts alone, with what it says by the settings. */
  withSettings(twin: Twin): Twin {
    return this.#hours ? withHours(twin, this.#hours) : twin;
  }

  /** Goes on looking every so often until {@link stop}. */
  watch(everyMs: number): void {
    const next = () => {
      this.#timer = setTimeout(look, everyMs).unref();
    };
    const goOn = () => this.#timer && next();
    // What went wrong stands in `problem`, and the next look may be better.
    const look = () => void this.look().then(goOn, goOn);
    next();
  }

  /** Ends the looking, and waits for what has begun. */
  async stop(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#work;
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#work.then(work);
    // Whoever asked for it hears of a failure; what comes next does not fail with it.
    this.#work = done.catch(() => undefined);
    return done;
  }

  async #load(): Promise<void> {
    this.#triedAt = performance.now();
    const problem = await this.#swap(this.#edits);
    if (problem === null) this.#whole = true;
    else if (!this.#whole) await this.#swapWhatFits(problem);
    const told = problem instanceof TwinFileError ? problem : null;
    const sentence = problem === null ? null : (told?.message ?? "The twin's texts cannot be read.");
    // Whoever runs the server is told where the folder lies, the page is not.
    const isNews = sentence !== null && sentence !== this.#problem;
    this.#problem = sentence;
    if (isNews)
      this.#onProblem(told && !this.#edits.has(told.file) ? told.sentenceFrom(this.#dir, process.cwd()) : sentence);
  }

  /** Makes the twin and puts it in place; gives what is wrong with it otherwise. */
  async #swap(edits: TwinEdits): Promise<unknown> {
    try {
      const days = this.#days;
      const twin = await loadTwin(overlaidFiles(this.folder, edits), days);
      this.#twin = this.withSettings(twin);
      this.#saidDays = days;
      return null;
    } catch (error) {
      return error;
    }
  }

  /**
   * After a start there is no last good twin but the folder's, which may be of somebody else altogether. So as much of
   * the edits as fits lies over it.
   */
  async #swapWhatFits(problem: unknown): Promise<void> {
    const edits = new Map(this.#edits);
    let mistake = problem;
    while (mistake instanceof TwinFileError && edits.delete(mistake.file)) mistake = await this.#swap(edits);
  }
}
