import type { AudienceLine } from '../engine/audience-line.ts';
import type { ShowRules } from '../engine/hear.ts';
import type { PerformOrder, ShowEvent, ShowStep } from '../engine/show-events.ts';
import type { ShowState } from '../engine/show-state.ts';
import { step } from '../engine/step.ts';

/** A line of an audience that does nothing in particular, with a test's changes. */
export const audienceLine = (changes: Partial<AudienceLine> = {}): AudienceLine => ({
  text: 'we moved the office to the harbour',
  words: 7,
  latencyMs: 10_000,
  laughed: false,
  asked: false,
  asksBusiness: false,
  surelyBusiness: false,
  wants: null,
  tells: false,
  ponders: false,
  agreed: false,
  declines: false,
  disagreed: false,
  complimented: false,
  heckled: false,
  isLead: false,
  complained: false,
  offersChoice: false,
  puzzled: false,
  isGuess: false,
  interrupted: false,
  isSerious: false,
  mayBeEmergency: false,
  isDelicate: false,
  lightens: false,
  isPrivate: false,
  branch: null,
  resume: null,
  choice: null,
  wantsGame: false,
  givesUp: false,
  endsGame: false,
  wantsMode: null,
  takesSide: null,
  restsDebate: null,
  stances: [],
  leaves: false,
  names: [],
  setups: [],
  ...changes,
});

/** An event without its time. */
export type Untimed<Event = ShowEvent> = Event extends unknown ? Omit<Event, 'at'> : never;

/** A show in a test: it remembers its state, and its clock runs only when the test says so. */
export class TestShow {
  state: ShowState;
  now: number;
  /** The order of the newest line. */
  order: PerformOrder | null = null;

  constructor(state: ShowState) {
    this.state = state;
    this.now = state.clock;
  }

  /** Lets something happen, after so many milliseconds. */
  do(event: Untimed, afterMs = 0, rules?: ShowRules): ShowStep {
    this.now += afterMs;
    const stepped = step(this.state, { ...event, at: this.now } as ShowEvent, rules);
    this.state = stepped.state;
    this.order = stepped.order ?? this.order;
    return stepped;
  }

  /** A line of the audience. @returns the order for the reply */
  hear(changes: Partial<AudienceLine> = {}, afterMs = 0, rules?: ShowRules): PerformOrder {
    const { order } = this.do({ kind: 'heard', line: audienceLine(changes) }, afterMs, rules);
    if (!order) throw new Error('The show has no order for this line.');
    return order;
  }

  /** The reply to the newest order, which uses what it was given. */
  say(changes: Partial<Extract<ShowEvent, { kind: 'said' }>> = {}, afterMs = 0): ShowStep {
    const order = this.order ?? { segueFrom: null, hint: null, callback: null };
    const said = { turnId: crypto.randomUUID(), text: 'A reply.', told: [], demos: [] };
    return this.do({ kind: 'said', ...said, callback: order.callback?.id ?? null, order, ...changes }, afterMs);
  }
}
