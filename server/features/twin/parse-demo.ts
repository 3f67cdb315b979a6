import type { DemoExchange } from '@understudy/contract/twin';
import { TwinFileError } from './twin-files.ts';

/**
 * Reads the exchanges of one demo file in the format of section 5: blocks separated by blank lines, each line prefixed
 * with `Human:` or `{name}:`. A text that begins with `{` is a demo script in JSON.
 *
 * @param names the prefixes that stand for the consultant
 * @throws TwinFileError
 */
export function parseDemo(text: string, file: string, names: string[]): DemoExchange[] {
  if (text.trimStart().startsWith('{') && !/^\{(?:first_)?name\}\s*:/.test(text.trimStart()))
    return [parseJsonDemo(text, file, names)];
  const exchanges: DemoExchange[] = [];
  let human: { text: string; line: number } | null = null;
  for (const [index, row] of text.split(/\r?\n/).entries()) {
    const line = index + 1;
    const content = row.trim();
    if (content === '') continue;
    const colon = content.indexOf(':');
    const speaker = content.slice(0, colon).trim();
    const words = content.slice(colon + 1).trim();
    if (speaker === 'Human' && words !== '') {
      if (human) throw new TwinFileError(file, human.line, `this line has no answer by '${names[0]}:'`);
      human = { text: words, line };
    } else if (names.includes(speaker) && words !== '') {
      if (!human) throw new TwinFileError(file, line, "this answer has no line 'Human:' before it");
      exchanges.push({ human: human.text, reply: words });
      human = null;
    } else {
      throw new TwinFileError(file, line, `a line must begin with 'Human:' or '${names[0]}:' and have words after it`);
    }
  }
  if (human) throw new TwinFileError(file, human.line, `this line has no answer by '${names[0]}:'`);
  if (exchanges.length === 0) throw new TwinFileError(file, 1, 'the file holds no exchange');
  return exchanges;
}

function parseJsonDemo(text: string, file: string, names: string[]): DemoExchange {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const position = /position (\d+)/.exec(error instanceof Error ? error.message : '');
    const line = position ? text.slice(0, Number(position[1])).split('\n').length : 1;
    throw new TwinFileError(file, line, 'this is not valid JSON');
  }
  const mistake = demoMistake(value, names[0] ?? '');
  if (mistake) throw new TwinFileError(file, 1, mistake);
  const { human, reply } = (value as { exchange: Record<'human' | 'reply', string> }).exchange;
  return { human: human.trim(), reply: reply.trim() };
}

const isWords = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const groupOf = (value: unknown): Record<string, unknown> | null =>
  value && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : null;

/** The requirement of section 5 that a demo script misses, in its words; null when it misses none. */
function demoMistake(value: unknown, name: string): string | null {
  const script = groupOf(value) ?? {};
  if (!isWords(script.id)) return 'Demo script must have an ID';
  if (!isWords(script.archetype)) return 'Demo script must have an archetype';
  const metadata = groupOf(script.metadata);
  if (!metadata) return 'Demo script must have metadata';
  const exchange = groupOf(script.exchange);
  if (!exchange) return 'Demo script must have an exchange';
  if (!isWords(metadata.title)) return 'Metadata must have a title';
  if (!isWords(metadata.mode)) return 'Metadata must specify conversation mode';
  if (!Array.isArray(metadata.triggers) || !metadata.triggers.some(isWords))
    return 'Metadata must have at least one trigger';
  if (!isWords(exchange.human)) return 'Exchange must have human input';
  return isWords(exchange.reply) ? null : `Exchange must have ${name} response`;
}
