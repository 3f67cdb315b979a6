/** Types of `/api/admin/twin*` and `/api/admin/prompt`, the twin's texts and what changes them; no runtime library. */

/** An editable text of the twin. */
export interface TwinText {
  /** Path inside the twin's folder, like 'knowledge/prices.md'. */
  file: string;
  kind: 'persona' | 'mode' | 'voices' | 'models' | 'replies' | 'knowledge' | 'demo' | 'show' | 'calendar';
  /** Null if it is unchanged from the folder. */
  edited_at: string | null;
  edited_by: string | null;
  /** Whether the folder's file has changed since it was edited here. */
  folder_changed: boolean;
  /** Whether it was removed here; it can be restored. */
  removed: boolean;
  /** Ids of its passages, which must be unique across files; empty if it is removed or not knowledge. */
  passage_ids: string[];
}
/** The files of the twin's folder `show`, each of which may be missing. */
export const SHOW_FILES = {
  material: 'show/material.yaml',
  replies: 'show/replies.yaml',
  answers: 'show/answers.yaml',
  bits: 'show/bits.yaml',
  games: 'show/games.yaml',
  debates: 'show/debates.yaml',
} as const;
/** What the sample lines of a written reply do. */
export const SHOW_REPLY_KINDS = ['tells', 'asks', 'situation'] as const;
/**
 * What a line did that no written reply fits: it told something (in a debate, in a philosophical mood), answered the
 * twin's question, said something shortly after a serious line, disagreed, complained about the reply before, did so
 * and said what they had meant, did not follow, asked something, asked about what the twin itself has told, asked again
 * soon after a question without an answer, or asked for one of two. The others are said in a debate: to an
 * argument, to approval, to a question, to who gives in, to a motion that nothing is written on, and to one that is.
 */
export const SHOW_FOLLOWUPS = [
  'told',
  'told-debate',
  'told-philosophical',
  'answered',
  'sober',
  'disagreed',
  'complained',
  'corrected',
  'puzzled',
  'asked',
  'own',
  'passed',
  'choice',
  'parried',
  'approved',
  'unanswered',
  'conceded',
  'unprepared',
  'taken-up',
] as const;
export type ShowFollowup = (typeof SHOW_FOLLOWUPS)[number];
/** The answer of `GET /api/admin/twin`. */
export interface TwinTexts {
  items: TwinText[];
  /** The consultant of the running twin. */
  consultant: { name: string; first_name: string; email: string };
  /** Why the running twin differs from the texts here, in a sentence with file and line; null while they match. */
  problem: string | null;
}
/** `GET /api/admin/twin/{file}`, and the answer to changing, removing and restoring it. */
export interface TwinTextDetail extends TwinText {
  /** Empty if it is removed. */
  text: string;
  /** The folder's text; null if the folder has no such file. */
  folder_text: string | null;
  /** 0 if never edited here. Sent with `PUT /api/admin/twin/{file} {text, version}`: 409 `conflict` if outdated. */
  version: number;
  /** Newest first, at most the last fifty; `text` is null where it was removed or reset to the folder's text. */
  history: {
    version: number;
    at: string;
    by: string;
    text: string | null;
    removed: boolean;
    /** Other files saved with it: `POST /api/admin/twin/undo {file, version}` undoes them together. */
    with: string[];
  }[];
}
/** The answer of `POST /api/admin/twin/rename`, `/save` and `/undo`: the files saved together. */
export interface TwinTextsSaved {
  saved: { file: string; version: number }[];
}
/** The answer of `POST /api/admin/twin/rename/preview`. Nothing is saved. */
export interface TwinRenamePreview {
  texts: { file: string; version: number; before: string; after: string }[];
  /** Offers in the settings that name the consultant, before and after. */
  offers: { before: string; after: string }[];
  /** Lines that still contain part of the old name and that a rename does not change. */
  left: { file: string; line: number; text: string }[];
  /** Why the texts would be inconsistent; null if they are valid. */
  problem: string | null;
}
/** The answer of `POST /api/admin/prompt {message, mode}`: the prompt for a language model with this first message. */
export interface ToldPrompt {
  text: string;
  /** Estimated at four characters per token. */
  tokens: number;
  /** Length of the prefix that is the same for every visitor in this mode, so that a provider can cache it. */
  shared_chars: number;
}
/** A mistake in the twin's texts. */
export interface TwinTextProblem {
  /** In a sentence that begins with file and line. */
  message: string;
  file: string;
  /** Null if it is in no line, as where something is missing. */
  line: number | null;
  /** The field of a YAML text, such as ['services', 2, 'price']; null for other texts and broken YAML. */
  path: (string | number)[] | null;
}
/**
 * The answer of `POST /api/admin/twin/preview {texts, message, mode}`: the effect of changes. Nothing is saved.
 * Without a message the texts are only checked; without texts the twin answers as it is.
 */
export interface TwinPreview {
  /** The first mistake; null if the texts make a twin, which then answers the message. */
  problem: TwinTextProblem | null;
  reply: string | null;
}
/**
 * The answer of `GET /api/admin/twin/moves`: what the twin says without a language model, move by move, in the
 * product's own words. `replies/*.yaml` overrides the lines of a move.
 */
export interface TwinMoves {
  items: { move: string; slot: TwinMoveSlot; lines: string[] }[];
}
/** Where in a reply a move is said. */
export const TWIN_MOVE_SLOTS = ['safety', 'note', 'answer', 'done', 'acknowledge', 'unprompted'] as const;
export type TwinMoveSlot = (typeof TWIN_MOVE_SLOTS)[number];
