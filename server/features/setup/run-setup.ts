import type { Setup, SetupAnswers } from '@understudy/contract/setup';
import { type PersonaFile, pageAddress, personaFile } from '@understudy/contract/twin';
import { PERSON_NAME } from '@understudy/contract/twin-calls';
import { z } from 'zod';
import type { Queries } from '../../platform/database/transaction.ts';
import {
  consentVersionFor,
  type LiveTwin,
  PERSONA_FILE,
  parseYaml,
  planRename,
  presentTexts,
  TwinFileError,
  withValues,
} from '../twin/index.ts';
import { answersFrom, type ComposedText, composeTwin, firstNameOf, type PresentTexts, tidied } from './compose-twin.ts';
import type { StoredSetup } from './setup-store.ts';

/** Addresses of invented people end so (RFC 2606): the twin is still a sample. */
const INVENTED = /\.example$/i;

/** The persona as it is saved; null if it cannot be read. */
export function personaIn({ texts }: PresentTexts): PersonaFile | null {
  try {
    return parseYaml(texts.get(PERSONA_FILE) ?? '', PERSONA_FILE, personaFile).value;
  } catch (error) {
    if (error instanceof TwinFileError) return null;
    throw error;
  }
}

/** Whether the twin stands for an invented person. */
export const isSample = (persona: Pick<PersonaFile, 'contact'> | null): boolean =>
  persona === null || INVENTED.test(persona.contact.email);

/** What the persona says, and not the setup alone. */
type OfPersona = Exclude<keyof SetupAnswers, 'base' | 'audience' | 'answers' | 'portrait'>;

/**
 * The answers to show and to publish: those that were saved, or those that stand for the twin as it is. Where the
 * persona was edited elsewhere since, and the owner has answered nothing new there, the persona wins.
 *
 * @param email the owner's address, proposed to visitors until another is entered
 */
export function presentAnswers(setup: StoredSetup | null, persona: PersonaFile | null, email: string): SetupAnswers {
  const stored = setup?.answers;
  if (!stored) return answersFrom(persona, isSample(persona) ? 'scratch' : 'current', email);
  const { reference } = setup;
  if (stored.base === 'scratch' || !reference || !persona) return stored;
  const { base: _, audience: __, answers: ___, portrait: ____, ...now } = answersFrom(persona, 'current', email);
  const edited = Object.entries(now).filter(
    ([field, value]) =>
      !isSame(value, reference.twin[field as OfPersona]) &&
      isSame(stored[field as OfPersona], reference.answers[field as OfPersona]),
  );
  return { ...stored, ...Object.fromEntries(edited) };
}

/** Whether two answers say the same, however their lines are broken. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(tidied(one)) === JSON.stringify(tidied(other));

/**
 * Answers whose base was just changed: 'current' begins with what the twin says, where the owner has said nothing;
 * 'scratch' leaves out what only the twin said.
 */
export function withBase(answers: SetupAnswers, before: SetupAnswers, persona: PersonaFile | null): SetupAnswers {
  if (answers.base === before.base || !persona) return answers;
  const twins = answersFrom(persona, 'current', answers.email);
  const empty = answersFrom(null, 'scratch', answers.email);
  const [from, to] = answers.base === 'current' ? [empty, twins] : [twins, empty];
  const fields = (Object.keys(empty) as (keyof SetupAnswers)[]).filter((field) => field !== 'base');
  const replaced = fields.filter((field) => isSame(answers[field], from[field]));
  return { ...answers, ...Object.fromEntries(replaced.map((field) => [field, to[field]])) };
}

/** What keeps the answers from being published, in a sentence; null for nothing. Pure. */
export function problemIn({ name, first_name: first, email, calendar }: SetupAnswers): Setup['problem'] {
  if (name.trim() === '') return { field: 'name', message: 'Enter your name.' };
  if (!PERSON_NAME.test(name) || (first.trim() !== '' && !PERSON_NAME.test(first)))
    return {
      field: PERSON_NAME.test(name) ? 'first_name' : 'name',
      message: 'A name has no braces, colons or quotes.',
    };
  if (!z.email().safeParse(email.trim()).success) return { field: 'email', message: 'Enter a whole email address.' };
  if (calendar.trim() !== '' && !pageAddress.safeParse(calendar.trim()).success)
    return { field: 'calendar', message: 'Enter a whole address that begins with https://.' };
  return null;
}

/** Answers that make a twin even where something is missing, for a preview. */
export function completed(answers: SetupAnswers): SetupAnswers {
  const { name, first_name: first, email, calendar } = answers;
  const isNamed = PERSON_NAME.test(name.trim());
  return {
    ...answers,
    name: isNamed ? name : 'Your Name',
    first_name: isNamed && PERSON_NAME.test(first.trim()) ? first : '',
    email: z.email().safeParse(email.trim()).success ? email : 'you@example.com',
    calendar: pageAddress.safeParse(calendar.trim()).success ? calendar : '',
  };
}

/** What publishing would write, checked for nothing yet. */
export interface Publication {
  texts: ComposedText[];
  /** The names that give way in the twin's texts; null if the consultant keeps theirs. */
  renamedFrom: { name: string; first_name: string } | null;
}

/**
 * Composes the texts that publishing these answers would write.
 *
 * @param setup what was saved before
 * @throws TwinFileError when a present text cannot be read
 */
export async function publicationOf(
  db: Queries,
  { folder }: Pick<LiveTwin, 'folder'>,
  answers: SetupAnswers,
  setup: StoredSetup | null,
): Promise<Publication> {
  const present = await presentTexts(db, folder);
  const persona = personaIn(present);
  const texts = new Map(present.texts);
  const composed = new Map<string, string | null>();
  let renamedFrom: Publication['renamedFrom'] = null;
  if (answers.base === 'current' && persona && isRenamed(answers, persona)) {
    renamedFrom = { name: persona.name, first_name: persona.first_name };
    const to = { name: answers.name.trim(), first_name: firstNameOf(answers), email: answers.email.trim() };
    for (const { file, after } of (await planRename(db, folder, to)).texts) composed.set(file, after);
    for (const [file, text] of composed) texts.set(file, text ?? '');
  }
  const before = setup?.reference?.answers ?? (persona && answersFrom(persona, 'current', answers.email));
  for (const { file, text } of composeTwin(answers, { ...present, texts }, before)) composed.set(file, text);
  const written = composed.get(PERSONA_FILE);
  if (written) {
    const version = await consentVersionFor(db, folder, written);
    composed.set(PERSONA_FILE, withValues(written, [[['consent', 'version'], version]]));
  }
  return { texts: [...composed].map(([file, text]) => ({ file, text })), renamedFrom };
}

const isRenamed = (answers: SetupAnswers, persona: PersonaFile): boolean =>
  answers.name.trim() !== persona.name ||
  firstNameOf(answers) !== persona.first_name ||
  answers.email.trim() !== persona.contact.email;

/** The texts that a change replaces, adds and removes. */
export function changesOf(composed: readonly ComposedText[], { texts }: PresentTexts): Setup['changes'] {
  const changes: Setup['changes'] = { replaced: [], added: [], removed: [] };
  for (const { file, text } of composed) {
    if (text === null) changes.removed.push(file);
    else changes[texts.has(file) ? 'replaced' : 'added'].push(file);
  }
  return changes;
}
