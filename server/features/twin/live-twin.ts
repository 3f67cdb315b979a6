import type { HoursSettings } from '@understudy/contract/settings';
import type { KnowledgePassage, Twin } from '@understudy/contract/twin';
import { openDays, WEEKDAYS } from '@understudy/contract/weekdays';
import type { Pool } from 'pg';
import { newestEditId, newestEdits, overlayOf } from './edit-store.ts';
import { loadTwin } from './load-twin.ts';
import { isStandIn, withPictures } from './pictures.ts';
import { DEFAULT_RETENTION, isLonger, type RetentionDays } from './placeholders.ts';
import { folderFiles, overlaidFiles, type TwinEdits, TwinFileError, type TwinFiles } from './twin-files.ts';

/** Time after which a twin with a mistake is tried again: nothing notifies the server when a folder is mended. */
const RETRY_AFTER_MS = 10_000;

/** Dependencies of a live twin. */
interface LiveTwinParts {
  /** The twin's folder. */
  dir: string;
  /** The twin as the folder has it; it serves until the database has been read. */
  twin: Twin;
  pool: Pool;
  /** Finishes a killed import, called before edits are read: folder and edits change together. */
  finishImport?: () => Promise<void>;
  /** Called with the reason when the running twin is not the one in folder and database. */
  onProblem?: (sentence: string) => void;
}

/**
 * The running twin: the folder's texts with the database's edits over them, swapped as a whole. Texts that cannot be
 * built into a twin change nothing but {@link problem}. Code that needs one twin for longer than a moment must keep a
 * reference.
 */
export class LiveTwin {
  readonly folder: TwinFiles;
  readonly #dir: string;
  readonly #pool: Pool;
  readonly #finishImport: () => Promise<void>;
  readonly #onProblem: (sentence: string) => void;
  #twin: Twin;
  #days: RetentionDays = DEFAULT_RETENTION;
  /** The days in its texts; they differ from the settings only while no twin can be built with those. */
  #saidDays: RetentionDays = DEFAULT_RETENTION;
  /** Whether the settings are known. */
  #knowsDays = false;
  /** The consultant's hours; null while not mentioned. */
  #hours: HoursSettings | null = null;
  #edits: TwinEdits = new Map();
  /** Id of the newest edit read. */
  #newestId = 0;
  /** Whether a twin with all edits has run since the start; if so, it stays in use. */
  #whole = false;
  #problem: string | null = null;
  #triedAt = Number.NEGATIVE_INFINITY;
  #work: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;

  constructor({ dir, twin, pool, finishImport, onProblem }: LiveTwinParts) {
    this.folder = folderFiles(dir);
    this.#dir = dir;
    this.#pool = pool;
    this.#finishImport = finishImport ?? (async () => undefined);
    this.#onProblem = onProblem ?? (() => undefined);
    this.#twin = twin;
  }

  /** The current twin. */
  readonly twin = (): Twin => this.#twin;

  /**
   * The retention in its texts. Null if these may promise too little: nobody may agree to them while the settings are
   * unknown, or while no twin can be built with them and data is kept for longer.
   */
  get statedRetention(): RetentionDays | null {
    if (!this.#knowsDays || (this.#problem !== null && isLonger(this.#days, this.#saidDays))) return null;
    return this.#saidDays;
  }

  /** Why it is not the one in folder and database; null if it is. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Reads new edits from the database, and swaps the twin if there are any. Without a database nothing changes. */
  refresh(): Promise<void> {
    return this.#inTurn(async () => {
      const newest = await this.#finishImport()
        .then(() => newestEditId(this.#pool))
        .catch(() => null);
      if (newest === null) return;
      const isNew = newest !== this.#newestId;
      if (isNew) {
        const edits = await newestEdits(this.#pool).catch(() => null);
        if (edits === null) return;
        this.#edits = overlayOf(edits);
        this.#newestId = newest;
      }
      // The folder may name a picture that only the database has.
      const isUnfinished = this.#problem !== null || isStandIn(this.#twin.portrait.bytes);
      if (isNew || (isUnfinished && performance.now() - this.#triedAt > RETRY_AFTER_MS)) await this.#load();
    });
  }

  /** Rereads all files after one in the folder was edited. */
  reload(): Promise<void> {
    return this.#inTurn(() => this.#load());
  }

  /**
   * Swaps the twin for one whose texts state these days.
   *
   * @param days null while the settings are unknown
   */
  setRetention(days: RetentionDays | null): Promise<void> {
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

  /** Swaps the twin for one that knows the consultant's hours. */
  setHours(hours: HoursSettings): Promise<void> {
    return this.#inTurn(async () => {
      if (JSON.stringify(hours) === JSON.stringify(this.#hours)) return;
      this.#hours = hours;
      this.#twin = this.withSettings(this.#twin);
    });
  }

  /** Adds the settings to a twin built from texts alone. */
  withSettings(twin: Twin): Twin {
    return this.#hours ? withHours(twin, this.#hours) : twin;
  }

  /** Polls at an interval until {@link stop}. */
  watch(everyMs: number): void {
    const next = () => {
      this.#timer = setTimeout(look, everyMs).unref();
    };
    const goOn = () => this.#timer && next();
    // Errors are in `problem`, and the next poll may succeed.
    const look = () => void this.refresh().then(goOn, goOn);
    next();
  }

  /** Ends the polling, and waits for work in progress. */
  async stop(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#work;
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#work.then(work);
    // The caller gets a failure; the next operation does not fail with it.
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
    // The operator gets the folder's path, the page does not.
    const isNews = sentence !== null && sentence !== this.#problem;
    this.#problem = sentence;
    if (isNews)
      this.#onProblem(told && !this.#edits.has(told.file) ? told.sentenceFrom(this.#dir, process.cwd()) : sentence);
  }

  /** Builds the twin and puts it in place; otherwise returns what is wrong with it. */
  async #swap(edits: TwinEdits): Promise<unknown> {
    try {
      const days = this.#days;
      const twin = await loadTwin(overlaidFiles(withPictures(this.folder, this.#pool), edits), days);
      this.#twin = this.withSettings(twin);
      this.#saidDays = days;
      return null;
    } catch (error) {
      return error;
    }
  }

  /**
   * After a start the only good twin is the folder's, which may be somebody else's altogether. So as many edits as
   * possible are applied to it.
   */
  async #swapWhatFits(problem: unknown): Promise<void> {
    const edits = new Map(this.#edits);
    let mistake = problem;
    while (mistake instanceof TwinFileError && edits.delete(mistake.file)) mistake = await this.#swap(edits);
  }
}

/** No file's passage can have this id, because those have no capitals. */
const HOURS_ID = 'Hours';

/** The questions that the passage about hours answers. */
const ASKED = [
  'when can I reach you',
  'when are you reachable',
  'when can I call',
  'at what time can I call',
  'what are your hours',
  'opening hours',
  'office hours',
  'business hours',
  'working hours',
  'what days do you work',
  'are you open on weekends',
  'what time zone are you in',
];

/** A week's hours in words: "Monday to Thursday 9:00 to 12:30 and 13:30 to 17:00, Friday 9:00 to 12:00". */
export function hoursInWords(hours: Pick<HoursSettings, 'open'>): string {
  const timesOf = (stretches: HoursSettings['open']) =>
    stretches.map(({ from, to }) => `${clock(from)} to ${clock(to)}`).join(' and ');
  return openDays(hours, WEEKDAYS, timesOf)
    .map(({ first, last, times }) => `${first === last ? first : `${first} to ${last}`} ${times}`)
    .join(', ');
}

const clock = (time: string) => (time === '24:00' ? 'midnight' : time.replace(/^0(?=\d)/, ''));

/** "Europe/Berlin" as people say it; "UTC" stays as it is. */
const zoneInWords = (zone: string) =>
  zone.includes('/') ? `${zone.split('/').at(-1)?.replaceAll('_', ' ')} time` : zone;

/** Hours in the form used inside a sentence: "Monday to Friday 9:00 to 17:00, in Berlin time". */
const formatHours = (hours: HoursSettings): string => `${hoursInWords(hours)}, in ${zoneInWords(hours.time_zone)}`;

/**
 * Adds the hours to the twin's knowledge, so that it can say when the consultant can be reached, whoever writes its
 * words. Without hours nothing is added.
 */
function withHours(twin: Twin, hours: HoursSettings): Twin {
  const others = twin.knowledge.filter(({ id }) => id !== HOURS_ID);
  if (hours.open.length === 0) return others.length === twin.knowledge.length ? twin : { ...twin, knowledge: others };
  const { first_name: name, contact } = twin.persona;
  const passage: KnowledgePassage = {
    id: HOURS_ID,
    title: `When ${name} can be reached`,
    called: `when ${name} can be reached`,
    text:
      `${name} can be reached ${formatHours(hours)}.\n\nOutside those hours a line to ${contact.email} waits for the ` +
      'next morning.',
    tags: ['hours', 'contact'],
    asked: ASKED,
    file: 'settings',
    line: 1,
  };
  return { ...twin, knowledge: [...others, passage] };
}
