import type { ReadProblem } from '@understudy/contract/read-problems';

/** A part of a document, in reading order. */
export type Block =
  | { is: 'heading'; level: number; text: string; page: number | null }
  /** An `item` belongs to a list; consecutive ones are joined. */
  | { is: 'paragraph' | 'item'; text: string; raw: string; page: number | null };

/** A document's text with its structure. */
export interface DocumentText {
  title: string | null;
  blocks: Block[];
  /** What could not be read. */
  notes: ReadProblem[];
}

/** A passage cut from a document. */
export interface DocumentPassage {
  /** Headings above it, the outermost first. */
  headings: string[];
  title: string;
  text: string;
  asks: string[];
  /** As it stands in the document. */
  source: string;
  page: number | null;
}

/** Limits of reading; tests lower them. */
export interface ReadLimits {
  pages: number;
  chars: number;
  /** Sum of a DOCX file's parts, unpacked, and the largest factor by which one of them may grow. */
  unpackedBytes: number;
  unpackedRatio: number;
  /** Memory of the reading thread outside of its heap. */
  memoryBytes: number;
}

/** Counts pages while they are read. */
export type OnPage = (done: number, total: number) => void;

/** The text without characters that are never seen or spoken, in single spaces. */
export function cleanLine(text: string): string {
  return (
    text
      .toWellFormed()
      .normalize('NFC')
      .replace(/\u00ad/g, '')
      // Joiners hold words of some scripts together; other invisible characters could hide text from the owner.
      .replace(/[\p{Cf}--[\u200c\u200d]]/gv, '')
      .replace(/[\s\p{Cc}\p{Zl}\p{Zp}\p{Co}]+/gu, ' ')
      .trim()
  );
}
