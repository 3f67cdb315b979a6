import type { HoursSettings } from '@understudy/contract/settings';
import { DASHBOARD_OPEN_MS, type PersonReach, type TakeoverView } from '@understudy/contract/takeover';
import { AppError } from '../../platform/http/app-error.ts';
import type { TurnTakeovers } from '../conversation/index.ts';
import { isWorkingTime } from '../mail/index.ts';
import type { TakeoverHub } from './takeover-hub.ts';
import {
  answerPerson,
  askToJoin,
  handBack,
  isDashboardOpen,
  notify,
  type Person,
  presentTakeover,
  readTakeover,
  stopWaiting,
  type TakeoverRow,
  wantPerson,
} from './takeover-store.ts';
import { beginNotedTurn, type NoteDeps } from './turn-notes.ts';

/** What taking over needs. */
export interface TakeoverDeps extends NoteDeps {
  hub: TakeoverHub;
  /** The office hours; none if nothing is said about them. */
  hours(): HoursSettings;
  now(): Date;
  /** Queues a message that somebody waits; of a conversation that is not kept there is none. */
  tellWanted(sessionId: string): Promise<void>;
}

/** The error for a session that cannot be joined: unknown, or not kept without its visitor having asked. */
export const NO_RUNNING_SESSION = 'There is no running conversation of this id that a person may join.';
const ENDED = 'This conversation has ended.';
const DECLINED = 'The visitor does not want a person to join. They can ask for one themselves.';

/** People who take running conversations over, and visitors who ask for them. */
export class Takeovers implements TurnTakeovers {
  readonly #deps: TakeoverDeps;

  constructor(deps: TakeoverDeps) {
    this.#deps = deps;
  }

  begin: TurnTakeovers['begin'] = (turn, recalled) => beginNotedTurn(this.#deps, turn, recalled);

  async unprompted(sessionId: string): Promise<'due' | 'waiting' | null> {
    const row = await readTakeover(this.#deps.pool, sessionId);
    if (row?.message_due) return 'due';
    return row?.state === 'wanted' ? 'waiting' : null;
  }

  ended(sessionId: string): Promise<void> {
    return notify(this.#deps.pool, sessionId, 'ended');
  }

  /**
   * A person asks to join, or joins where the visitor has agreed before.
   *
   * @throws AppError `not_found`, `session_ended`, `taken_over` with the other person's name, `person_declined`
   */
  async join(sessionId: string, person: Person): Promise<TakeoverRow> {
    const { pool, hub } = this.#deps;
    const isDone = await askToJoin(pool, sessionId, person);
    const row = await hub.changed(sessionId);
    if (row && isDone) return row;
    if (!row || (!row.consent && row.agreed_from === null)) throw new AppError('not_found', NO_RUNNING_SESSION);
    if (row.ended) throw new AppError('session_ended', ENDED);
    if (row.declined_at) throw new AppError('person_declined', DECLINED);
    throw new AppError('taken_over', `${row.person_name ?? 'Somebody else'} has taken this conversation over.`);
  }

  /** The person leaves. @throws AppError `not_taken_over` */
  async leave(sessionId: string, userId: string): Promise<void> {
    if (!(await handBack(this.#deps.pool, sessionId, userId))) throw notTakenOver();
  }

  /** The visitor's answer to a person who asks to join. One that comes too late changes nothing. */
  async answer(sessionId: string, accept: boolean): Promise<TakeoverView> {
    await answerPerson(this.#deps.pool, sessionId, accept);
    return this.#view(sessionId);
  }

  /** The visitor asks for a person, or waits no longer. */
  async want(sessionId: string, wanted: boolean): Promise<TakeoverView> {
    const { pool, tellWanted } = this.#deps;
    if (wanted) await wantPerson(pool, sessionId);
    else await stopWaiting(pool, sessionId);
    const view = await this.#view(sessionId);
    if (view.state === 'wanted') await tellWanted(sessionId);
    return view;
  }

  /** Whether anybody can be expected to come. */
  async reach(): Promise<PersonReach> {
    const { pool, hours, now } = this.#deps;
    return { online: await isDashboardOpen(pool, DASHBOARD_OPEN_MS), in_hours: isWithin(hours(), now().getTime()) };
  }

  /** @throws AppError `session_ended` */
  async #view(sessionId: string): Promise<TakeoverView> {
    const row = await this.#deps.hub.changed(sessionId);
    if (!row || row.ended) throw new AppError('session_ended', ENDED);
    return presentTakeover(row);
  }
}

/** The error for a person who has not taken the conversation over. */
export const notTakenOver = (): AppError =>
  new AppError('not_taken_over', 'You have not taken this conversation over, or you are no longer in it.');

/** Whether a moment is within the office hours; null if there are none. */
export const isWithin = (hours: HoursSettings, moment: number): boolean | null =>
  hours.open.length === 0 ? null : isWorkingTime(hours, moment);
