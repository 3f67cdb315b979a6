import type { Setup, SetupAnswers } from '@understudy/contract/setup';
import { HTTPS_ADDRESS } from '@understudy/contract/setup-calls';
import { type PersonaFile, personaFile } from '@understudy/contract/twin';
import { PERSON_NAME } from '@understudy/contract/twin-calls';
import { z } from 'zod';
import type { Queries } from '../../platform/database/transaction.ts';
import {
  consentVersionFor,
  type LiveTwin,
  parseYaml,
  planRename,
  presentTexts,
  TwinFileError,
  withValues,
} from '../twin/index.ts';
import { answersFrom, BASICS, type ComposedText, composeTwin, type PresentTexts } from './compose-twin.ts';
import type { StoredSetup } from './setup-store.ts';

const PERSONA = 'persona.yaml';
/** Addresses of invented people end so (RFC 2606): the twin is still a sample. */
const INVENTED = /\.example$/i;

/** The persona as it is saved; null if it cannot be read. */
export function personaIn({ texts }: PresentTexts): PersonaFile | null {
  try {
    return parseYaml(texts.get(PERSONA) ?? '', PERSONA, personaFile).value;
  } catch (error) {
    if (error instanceof TwinFileError) return null;
    throw error;
  }
}

/** Whether the twin stands for an invented person. */
export const isSample = (persona: Pick<PersonaFile, 'contact'> | null): boolean =>
  persona === null || INVENTED.test(persona.contact.email);

/**
 * The answers to show: those that were saved, or those that stand for the twin as it is. After publishing, what the
 * persona says wins, because it may have been edited elsewhere.
 *
 * @param email the owner's address, proposed to visitors until another is entered
 */
export function presentAnswers(setup: StoredSetup | null, persona: PersonaFile | null, email: string): SetupAnswers {
  if (setup?.answers && setup.state !== 'published') return setup.answers;
  const base = isSample(persona) && !setup?.published ? 'scratch' : 'current';
  const { audience: _, answers: __, portrait: ___, ...now } = answersFrom(persona, base, email);
  const { audience = '', answers = [] } = setup?.published ?? {};
  return { ...now, audience, answers, portrait: null };
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
  if (calendar.trim() !== '' && !HTTPS_ADDRESS.safeParse(calendar.trim()).success)
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
    calendar: HTTPS_ADDRESS.safeParse(calendar.trim()).success ? calendar : '',
  };
}

/**
 * The texts that publishing these answers would write, checked for nothing yet.
 *
 * @param setup what was saved before
 * @throws TwinFileError when a present text cannot be read
 */
export async function textsFor(
  db: Queries,
  { folder }: Pick<LiveTwin, 'folder'>,
  answers: SetupAnswers,
  setup: StoredSetup | null,
): Promise<ComposedText[]> {
  const present = await presentTexts(db, folder);
  const persona = personaIn(present);
  // Publishing may have been undone since.
  const published = present.texts.has(BASICS) ? setup?.published : null;
  const before = published ?? (persona && answersFrom(persona, 'current', answers.email));
  const texts = new Map(present.texts);
  const renamed = new Map<string, string>();
  if (answers.base === 'current' && persona && isRenamed(answers, persona)) {
    const to = { name: answers.name.trim(), first_name: firstName(answers), email: answers.email.trim() };
    for (const { file, after } of (await planRename(db, folder, to)).texts) renamed.set(file, after);
    for (const [file, text] of renamed) texts.set(file, text);
  }
  const composed = new Map<string, string | null>(renamed);
  for (const { file, text } of composeTwin(answers, { ...present, texts }, before)) composed.set(file, text);
  const written = composed.get(PERSONA);
  if (written) {
    const version = await consentVersionFor(db, folder, written);
    composed.set(PERSONA, withValues(written, [[['consent', 'version'], version]]));
  }
  return [...composed].map(([file, text]) => ({ file, text }));
}

const firstName = ({ name, first_name: first }: SetupAnswers): string =>
  first.trim() || (name.trim().split(/\s+/)[0] ?? '');
const isRenamed = (answers: SetupAnswers, persona: PersonaFile): boolean =>
  answers.name.trim() !== persona.name ||
  firstName(answers) !== persona.first_name ||
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
