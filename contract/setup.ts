/** Types of `/api/admin/setup`, the wizard that makes the twin an owner's own; no runtime library. */
import type { Work } from './leads.ts';

/** Steps of the wizard, in order. */
export const SETUP_STEPS = ['you', 'knowledge', 'manner', 'contact', 'model', 'publish'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** Positions of the sliders, 1 to 5: formal to casual, brief to detailed, serious to playful. */
export interface Manner {
  formality: number;
  length: number;
  humour: number;
}

/** What the owner entered. Nothing but the name is needed; what is empty is left out of the twin's texts. */
export interface SetupAnswers {
  /** `scratch` replaces the persona, the modes and the folder's knowledge; `current` changes the twin as it is. */
  base: 'scratch' | 'current';
  name: string;
  first_name: string;
  /** What the consultant is called: "Tax adviser". */
  title: string;
  work: Work;
  location: string;
  /** What the consultant does, in one sentence. */
  does: string;
  /** For whom. */
  audience: string;
  /** The consultant's story, in a few sentences. */
  about: string;
  /** Separated by commas. */
  languages: string;
  /** A picture of the twin; null to keep the present one. */
  portrait: string | null;
  /** The brand colour; null for the usual one. */
  color: string | null;
  /** `id` tells which of the twin's services it is, so that it keeps its other names; a new one has none. */
  services: { id?: string; name: string; summary: string; price: string; duration: string }[];
  /** What visitors ask most, and what the twin answers. */
  answers: { question: string; answer: string }[];
  manner: Manner;
  email: string;
  /** What a first call is: "It takes 30 minutes and costs nothing." */
  call: string;
  /** A page on which visitors pick a time themselves. */
  calendar: string;
}

/** The answer of `POST /api/admin/setup/preview {answers, message, mode, quick}`. Nothing is saved. */
export interface SetupPreview {
  /** How the twin would begin. */
  greeting: string;
  /** Null without a message. */
  reply: string | null;
  /** Why it could not be built, in a sentence; null otherwise. */
  problem: string | null;
}

/** The state of the wizard (`GET /api/admin/setup`, and the answer to every change). */
export interface Setup {
  /** `new`: nobody has answered anything yet. `later`: put off. `published`: its answers are the twin's texts. */
  state: 'new' | 'begun' | 'later' | 'published';
  answers: SetupAnswers;
  /** The step to continue with. */
  step: SetupStep;
  /** 0 if never saved. A change names the version it is based on; 409 `conflict` if that is outdated. */
  version: number;
  updated_at: string | null;
  updated_by: string | null;
  published_at: string | null;
  /** Whether `POST setup/undo` would take the last publication back. */
  can_undo: boolean;
  /** Whether the twin is still the sample, so that `scratch` is the base to begin with. */
  is_sample: boolean;
  /** Texts that publishing would replace, add and remove. */
  changes: { replaced: string[]; added: string[]; removed: string[] };
  /** Why it cannot be published yet; null if it can. */
  problem: { field: string | null; message: string } | null;
}
