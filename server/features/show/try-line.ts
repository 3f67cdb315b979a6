import type { ShowMode } from '@understudy/contract/constants';
import type { Twin } from '@understudy/contract/twin';
import type { ReplyInput } from '../conversation/index.ts';
import { namesOf, type Understanding } from '../understanding/index.ts';
import { demoQuery, findDemos, rankDemos, type ScoredDemo } from './demos.ts';
import { directReply } from './direct-reply.ts';
import type { ShowStep } from './engine/show-events.ts';
import { type ShowState, startShow } from './engine/show-state.ts';
import { step } from './engine/step.ts';
import { demosIn, encodedLibraryOf } from './library.ts';
import type { Performance } from './performer/perform.ts';
import { readAudience } from './read-audience.ts';
import { readDemoPerformance } from './show-store.ts';
import type { ShowDeps } from './shows.ts';
import { withStances } from './stances.ts';

/** How long a trial waits for the vectors of its texts; after that, words decide. */
const VECTORS_WAIT_MS = 5_000;
/** How long ago the twin has said something, so that the line is not the first of the show. */
const SAID_AGO_MS = 10_000;
/** Tries to find a seed with which the show stays in its mode: a change has a chance of {@link MODE_CHANGE_CHANCE}. */
const MAX_SEEDS = 40;
/** Demos that a trial lists. */
const MAX_RANKED = 8;

/** A line that is tried on stage. */
export interface TriedLine {
  /** Puts the show's orders into the request. @returns what the embedded performer would say */
  direct(recalled: ReplyInput): Performance;
  /** Demos by their scores, best first. */
  ranked: ScoredDemo[];
  /** Ids of those that may be used. */
  usable: ReadonlySet<string>;
}

/** Takes a line as the second one of a show that runs in a mode. Saves nothing. */
export async function tryLine(
  { pool, encode, isSensitive, holdsSecret, now }: Omit<ShowDeps, 'twin' | 'log'>,
  twin: Twin,
  line: Understanding,
  mode: ShowMode,
): Promise<TriedLine> {
  const [library, performance, heard] = await Promise.all([
    encodedLibraryOf(twin, encode, VECTORS_WAIT_MS),
    readDemoPerformance(pool),
    readAudience({
      line,
      latencyMs: SAID_AGO_MS,
      interrupted: false,
      isSensitive,
      holdsSecret,
      names: namesOf(twin.persona),
    }),
  ]);
  const { state, order } = staying(mode, now(), (before, at) =>
    step(before, { kind: 'heard', at, line: withStances(heard, mode, library, line.vector) }, library.rules),
  );
  if (!order) throw new Error('a running show always has an order');
  const query = demoQuery(state, line, performance);
  const demos = order.isSerious ? [] : findDemos(demosIn(library), query);
  return {
    direct: (recalled) => directReply(recalled, { order, library, demos, vector: line.vector }),
    ranked: rankDemos(demosIn(library), query).slice(0, MAX_RANKED),
    usable: new Set(demos.map(({ script }) => script.id)),
  };
}

/** A step of a show that was in the mode before and is in it afterwards; some other one where chance is against it. */
function staying(mode: ShowMode, at: number, take: (state: ShowState, at: number) => ShowStep): ShowStep {
  let stepped: ShowStep | null = null;
  for (let tries = 0; tries < MAX_SEEDS && stepped?.state.mode !== mode; tries += 1) {
    const state = startShow(at - SAID_AGO_MS, at + tries * 7_919);
    stepped = take({ ...state, mode, modes: [{ mode, at: state.clock, by: 'start' }], saidAt: state.clock }, at);
  }
  return stepped as ShowStep;
}
