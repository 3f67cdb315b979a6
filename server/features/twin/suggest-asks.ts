/**
 * Suggests questions for `Asks:` lines: questions that visitors may ask and a passage answers, each in different words.
 */
import type { KnowledgePassage, Persona } from '@understudy/contract/twin';
import { fold } from '../../platform/text/words.ts';
import type { Complete } from '../../providers/language-model/completions.ts';

const WANTED = 10;
const LONGEST_CHARS = 160;
const MAX_TOKENS = 1_200;

const task = ({ name, title }: Persona) =>
  `You help ${name}, ${title}, whose website answers visitors from passages that ${name} wrote. Write ${WANTED} questions that the given passage answers, as different people would type or say them: curt and long, careless in spelling and careful, without the passage's own words where there are others, some as a statement of what they want to know. No question may ask for what the passage does not say, and none may mean the same in the same words as one that is already there.

Answer with one JSON object and nothing else: {"asks": ["...", "..."]}`;

/**
 * Asks a model for questions that a passage answers and its `Asks:` line lacks.
 *
 * @returns none when the answer is unusable
 * @throws ProviderError when no provider answers, the signal's reason when it aborts
 */
export async function suggestAsks(
  passage: KnowledgePassage,
  persona: Persona,
  complete: Complete,
  signal: AbortSignal,
): Promise<string[]> {
  const { title, text, asked } = passage;
  const { text: answer } = await complete(
    [
      { role: 'system', content: task(persona) },
      { role: 'user', content: JSON.stringify({ title, text, already: asked }) },
    ],
    { json: true, temperature: 0.8, maxTokens: MAX_TOKENS },
    signal,
  );
  return asksIn(answer, asked);
}

/** The questions in an answer that are valid and new for an `Asks:` line. */
export function asksIn(answer: string, asked: readonly string[]): string[] {
  try {
    const { asks } = JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1)) as { asks?: unknown };
    const known = new Set(asked.map(keyOf));
    const fresh: string[] = [];
    for (const one of Array.isArray(asks) ? asks : []) {
      if (typeof one !== 'string') continue;
      // A semicolon would end the question, and a line break the line.
      const question = one
        .toWellFormed()
        .replace(/[\s\p{C}]+/gu, ' ')
        .replaceAll(';', ',')
        .trim();
      if (question === '' || question.length > LONGEST_CHARS || known.has(keyOf(question))) continue;
      known.add(keyOf(question));
      fresh.push(question);
    }
    return fresh;
  } catch {
    return [];
  }
}

const keyOf = (question: string): string =>
  fold(question)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** A knowledge file with questions added to a passage's `Asks:` line, or with a new such line below its heading. */
export function withAsks(file: string, passage: Pick<KnowledgePassage, 'line'>, asks: readonly string[]): string {
  const ending = file.includes('\r\n') ? '\r\n' : '\n';
  const rows = file.split(/\r?\n/);
  const heading = passage.line - 1;
  const next = rows.findIndex((row, at) => at > heading && row.trimStart().startsWith('#'));
  const last = rows.findLastIndex(
    (row, at) => at > heading && (next < 0 || at < next) && /^\s*(?:Asks|Asked):/.test(row),
  );
  if (last < 0) rows.splice(heading + 1, 0, `Asks: ${asks.join('; ')}`);
  else rows[last] = `${(rows[last] as string).trimEnd().replace(/;$/, '')}; ${asks.join('; ')}`;
  return rows.join(ending);
}
