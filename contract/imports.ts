/**
 * Types of `/api/admin/imports`, which turns texts, files and web pages into knowledge of the twin; no runtime library.
 */

import type { ReadProblem } from './read-problems.ts';

/** Largest file to upload, in bytes. */
export const IMPORT_FILE_MAX_BYTES = 20 * 1024 * 1024;
/** Most pages of a document. */
export const IMPORT_MAX_PAGES = 500;
/** Most characters of text in a document, and in all pages of a site together. */
export const IMPORT_MAX_CHARS = 2_000_000;
/** Most pages of a site in one import. */
export const IMPORT_MAX_SITE_PAGES = 50;
/** Passages of one answer of `GET imports/{id}/passages`. */
export const IMPORT_PASSAGES_PER_PAGE = 50;

/** What is imported: pasted text, a file, a web page, or chosen pages of a site. */
export type ImportKind = 'text' | 'file' | 'page' | 'site';
/** `ready`: its passages wait for the owner. The last three are final. */
export type ImportState = 'reading' | 'ready' | 'failed' | 'canceled' | 'applied';
/** How a passage differs from what an earlier import of the same source brought into the knowledge. */
export type PassageChange = 'new' | 'changed' | 'unchanged' | 'gone';
/** What the owner decided; passages without a decision change nothing. */
export type PassageDecision = 'proposed' | 'taken' | 'dropped';

/** What could not be read of an import. */
export interface ImportNote {
  /** The page; null for a text or a file, and where there is only one page. */
  url: string | null;
  problem: ReadProblem;
}

/** One import (`GET /api/admin/imports/{id}`). */
export interface KnowledgeImport {
  id: string;
  kind: ImportKind;
  /** The title of a pasted text, a file’s name, or the address. */
  source: string;
  state: ImportState;
  /** Pages read so far. */
  done: number;
  /** Pages to read; null while unknown. */
  total: number | null;
  /** Whether it waits for another import to be read. */
  waiting: boolean;
  /** Why it failed; null otherwise. */
  problem: ReadProblem | null;
  /** What could not be read, although the rest could. */
  notes: ImportNote[];
  created_at: string;
  created_by: string;
  applied_at: string | null;
  /** The text of the twin that it was added to, or that an earlier import of this source was added to. */
  file: string | null;
  /** The version of that text that it made; null until it is applied. */
  file_version: number | null;
  /** Passages by what they change, and by what was decided. */
  changes: Record<PassageChange, number>;
  decisions: Record<PassageDecision, number>;
}

/** The answer of `GET /api/admin/imports`: newest first. */
export interface ImportsAnswer {
  items: KnowledgeImport[];
}

/** A passage that an import found. */
export interface ImportPassage {
  /** Position in the source, from 0. */
  position: number;
  /** Headings above it, the outermost first. */
  headings: string[];
  title: string;
  /** What the twin may say: paragraphs separated by a blank line. */
  text: string;
  /** Questions that it answers, as visitors may ask them. */
  asks: string[];
  /** The text as it stands in the source. */
  source: string;
  /** Where it stands. */
  page: number | null;
  url: string | null;
  change: PassageChange;
  /** What the twin knows now in its place; null for a new passage. */
  old: { title: string; text: string } | null;
  decision: PassageDecision;
}

/** The answer of `GET /api/admin/imports/{id}/passages?from=0`. */
export interface ImportPassages {
  items: ImportPassage[];
  /** The position to continue from; null at the end. */
  next: number | null;
}

/** The answer of `POST /api/admin/imports/{id}/passages/{position}/asks`. */
export interface SuggestedAsks {
  asks: string[];
}

/** The answer of `POST /api/admin/imports/site-pages {url}`. */
export interface SitePages {
  /** The sitemap that lists them. */
  sitemap: string;
  /** At most 500. */
  pages: string[];
  /** How many the sitemap lists in total. */
  total: number;
}

/** The answer of `POST /api/admin/imports/{id}/apply`. */
export interface AppliedImport {
  import: KnowledgeImport;
  file: string;
  version: number;
  added: number;
  changed: number;
  removed: number;
}
