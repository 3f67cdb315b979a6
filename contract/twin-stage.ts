/** Types of trying the twin on stage in the dashboard. */
import type { TwinTextProblem } from './twin-texts.ts';
import type { Segment } from './wire.ts';

/** A reply on stage, as the visitor would get it. */
export interface StageReply {
  segments: Segment[];
  /** Who wrote it: the provider, or 'embedded'. */
  provider: string;
}
/** A demo script beside a line: its score, and the parts of which the score is the weighted sum, each 0 to 1. */
export interface StageDemo {
  id: string;
  title: string;
  file: string;
  score: number;
  semantic: number;
  context: number;
  performance: number;
  freshness: number;
  mode: number;
  /** `spoken`: the embedded performer says its reply; `example`: a language model gets it as an example. */
  use: 'spoken' | 'example' | null;
}
/** The answer of `POST /api/admin/twin/stage {texts, message, mode}`: a line said on stage. Nothing is saved. */
export interface StageTrial {
  /** The first mistake; null if the texts make a twin, which then answers. */
  problem: TwinTextProblem | null;
  /** What the embedded performer says; null where there is a problem. */
  performer: StageReply | null;
  /** What a language model says; null without one. Where it fails, the embedded performer speaks. */
  model: StageReply | null;
  /** Demos that fit the line, best first. */
  demos: StageDemo[];
}
/** The answer of `GET /api/admin/twin/demos`: the running twin's demo scripts, with what they have been worth. */
export interface TwinDemos {
  items: {
    id: string;
    file: string;
    title: string;
    archetype: string;
    mode: string;
    /** What the script says it is worth, 0 to 1. */
    performance_start: number;
    /** What audiences have shown it to be worth; null if it was never used. */
    performance: number | null;
    uses: number;
    used_at: string | null;
  }[];
  /** What is malformed, and therefore left out, with file and line in each message. */
  mistakes: TwinTextProblem[];
}
