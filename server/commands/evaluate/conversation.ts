import { readFile } from 'node:fs/promises';
import { INTENTS, TIERS } from '@understudy/contract/leads';
import { z } from 'zod';

/** Thrown when a file does not contain conversations; the message names file, line and field. */
export class EvaluationFileError extends Error {}

/** A labelled text; null if the visitor did not say it. */
const labelledText = z.string().nullable().optional();

/** The labels of a conversation (docs/leads.md). A missing field is not judged. */
const labelsSchema = z.object({
  intent: z.enum(INTENTS).optional(),
  tier: z.enum(TIERS).optional(),
  score_range: z
    .tuple([z.number().min(0).max(100), z.number().min(0).max(100)])
    .refine(([from, to]) => from <= to, 'the first is to be the lower')
    .optional(),
  person_name: labelledText,
  company: labelledText,
  role: labelledText,
  contact_email: labelledText,
  budget: labelledText,
  timeline: labelledText,
  pain_points: z.array(z.string()).optional(),
});

const conversationSchema = z.object({
  id: z.string().min(1),
  channel: z.enum(['text', 'voice']).optional(),
  messages: z.array(z.object({ speaker: z.enum(['visitor', 'agent']), text: z.string() })),
  labels: labelsSchema.optional(),
  tags: z.array(z.string()).optional(),
});
/** A conversation of an evaluation file. */
export type LabelledConversation = z.infer<typeof conversationSchema>;

/** Parses one line. @param where file and line, for the error @throws EvaluationFileError */
export function parseConversation(line: string, where: string): LabelledConversation {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new EvaluationFileError(`${where}: this is no JSON (${(error as Error).message}).`);
  }
  const parsed = conversationSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue && issue.path.length > 0 ? `field '${issue.path.join('.')}': ` : '';
  throw new EvaluationFileError(`${where}: ${field}${issue?.message ?? 'this is no conversation'}.`);
}

/** Reads a file as text. @throws EvaluationFileError when it does not exist or is not text */
async function textOf(file: string): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new EvaluationFileError(`There is no file ${file}.`);
    if (code === 'EISDIR') throw new EvaluationFileError(`${file} is a folder: name one file in it.`);
    throw new EvaluationFileError(`${file} cannot be read (${code ?? (error as Error).message}).`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new EvaluationFileError(`${file} is no UTF-8 text: save it as UTF-8, one conversation a line.`);
  }
}

/** Reads a file with one conversation per line; empty lines are skipped. @throws EvaluationFileError */
export async function readConversations(file: string): Promise<LabelledConversation[]> {
  const text = await textOf(file);
  const ids = new Set<string>();
  const found: LabelledConversation[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const where = `${file}, line ${at + 1}`;
    const conversation = parseConversation(line, where);
    if (ids.has(conversation.id)) {
      throw new EvaluationFileError(`${where}: field 'id': '${conversation.id}' stands twice.`);
    }
    ids.add(conversation.id);
    found.push(conversation);
  }
  if (found.length === 0) throw new EvaluationFileError(`${file} holds no conversation: it has no line with words.`);
  return found;
}
