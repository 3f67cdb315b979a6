/** The labelled questions of `bench/answers` and the three twins they are asked, encoded. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Twin } from '@understudy/contract/twin';
import { loadTwin } from '../../features/twin/load-twin.ts';
import type { About } from '../../features/twin/retrieval/answer-model.ts';
import { withTitle } from '../../features/twin/retrieval/find-answer.ts';
import { unitsOf } from '../../features/twin/retrieval/passage-index.ts';
import { passagesOf } from '../../features/twin/retrieval/passages.ts';
import { createUnderstand, namesOf, plainQuestion, type Understand } from '../../features/understanding/index.ts';
import { encodeAll } from '../../providers/embedder/encoder/encode-all.ts';
import type { SentenceEncoder, SentenceVector } from '../../providers/embedder/encoder/sentence-encoder.ts';

/** The twins of `bench/answers`, with their folders relative to the project's root. */
export const TWINS = {
  adviser: 'twin',
  tax: 'examples/twins/tax-adviser',
  heat: 'examples/twins/heat-pump-engineer',
} as const;
type TwinName = keyof typeof TWINS;

/** A labelled question of `bench/answers`. */
interface AskedRow {
  twin: TwinName;
  before: string | null;
  question: string;
  /** Each of them answers the question; empty when none does. */
  passages: string[];
}

/** A visitor's line in a conversation; `passages` is null when it asks for nothing that a passage contains. */
interface TalkRow {
  twin: TwinName;
  lines: { text: string; passages: string[] | null }[];
}

/** A question with its subject and its context. */
export interface Asked {
  question: string;
  about: About;
  /** The visitor's previous line. */
  before: string | null;
  /** Id of the last passage used; null for none, undefined for the passage that answers the previous line. */
  told: string | null | undefined;
  passages: readonly string[];
  kind: 'alone' | 'after another' | 'in a talk';
}

/** The questions asked of a twin, with vectors and subjects. */
export interface EncodedQuestions {
  /** Null to compare words only. */
  vectors: ReadonlyMap<string, SentenceVector> | null;
  /** Subjects of the questions in `Asks:` lines. */
  about: ReadonlyMap<string, About>;
  asked: readonly Asked[];
}

/** A twin with its questions, encoded and by words only. */
export interface AskedTwin {
  twin: Twin;
  meaning: EncodedQuestions;
  words: EncodedQuestions;
}

const readJsonl = <Row>(file: string): Row[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** Loads the three twins with the questions of one half, `dev` or `test`. @param root the project's root */
export async function loadAsked(
  root: string,
  encoder: SentenceEncoder,
  half: 'dev' | 'test',
): Promise<Map<TwinName, AskedTwin>> {
  const rows = readJsonl<AskedRow>(path.join(root, `bench/answers/${half}.jsonl`));
  const talks = readJsonl<TalkRow>(path.join(root, `bench/answers/talks-${half}.jsonl`));
  const loaded = new Map<TwinName, AskedTwin>();
  for (const name of Object.keys(TWINS) as TwinName[]) {
    const folder = await loadTwin(path.join(root, TWINS[name]));
    const twin = { ...folder, knowledge: [...passagesOf(folder)] };
    const of = { twin, rows: rows.filter((row) => row.twin === name), talks: talks.filter((row) => row.twin === name) };
    const meaning = await read(of, encoder);
    loaded.set(name, { twin, meaning, words: await read(of, null) });
  }
  return loaded;
}

async function read(
  { twin, rows, talks }: { twin: Twin; rows: readonly AskedRow[]; talks: readonly TalkRow[] },
  encoder: SentenceEncoder | null,
): Promise<EncodedQuestions> {
  const { knowledge, persona } = twin;
  const names = namesOf(persona);
  const understand = createUnderstand(encoder, () => names);
  const written = [...new Set(knowledge.flatMap(({ asked }) => asked))];
  const about = new Map<string, About>();
  for (const text of [...rows.map(({ question }) => question), ...written])
    about.set(text, (await understand(text, { before: null })).probabilities);
  const alone = rows.map((row) => askedAlone(row, about));
  const inTalks = await Promise.all(talks.map((talk) => askedIn(talk, twin, understand)));
  const asked = [...alone, ...alone.flatMap((one, at) => askedAfter(one, alone, at)), ...inTalks.flat()];
  if (!encoder) return { vectors: null, about, asked };
  const texts = [
    ...unitsOf(knowledge).map(({ text }) => text),
    ...written,
    ...asked.flatMap(({ question, before, told }) => [
      question,
      ...(before === null ? [] : [before]),
      ...knowledge.filter(({ id }) => told === undefined || id === told).map((one) => withTitle(one, question, names)),
    ]),
  ];
  const plain = new Map(texts.map((text) => [text, plainQuestion(text, names)]));
  const made = await encodeAll(encoder, [...new Set(plain.values())]);
  return { vectors: new Map([...plain].map(([text, as]) => [text, made.get(as) as SentenceVector])), about, asked };
}

const askedAlone = ({ question, before, passages }: AskedRow, about: ReadonlyMap<string, About>): Asked => ({
  question,
  about: about.get(question) as About,
  before,
  told: before === null ? null : undefined,
  passages,
  kind: 'alone',
});

/** Distance to the question after which another one is asked again. */
const AFTER_ANOTHER_DISTANCE = 13;

/** A self-contained question, asked after one about something else: the passage used there is no help. */
function askedAfter(one: Asked, all: readonly Asked[], at: number): Asked[] {
  const other = all[(at + AFTER_ANOTHER_DISTANCE) % all.length] as Asked;
  const told = other.passages[0];
  if (one.before !== null || told === undefined || one.passages.includes(told)) return [];
  return [{ ...one, before: other.question, told, kind: 'after another' }];
}

/** The questions of a conversation in which every earlier question was answered correctly. */
async function askedIn({ lines }: TalkRow, { knowledge }: Twin, understand: Understand): Promise<Asked[]> {
  const asked: Asked[] = [];
  let before: string | null = null;
  let said: string | null = null;
  let told: string | null = null;
  for (const { text, passages } of lines) {
    const line = await understand(text, { before: said });
    const asking = line.sentences.filter(({ asks, injects }) => asks && !injects);
    const questions = asking.length > 0 ? asking : [{ text, about: line.probabilities }];
    if (passages)
      for (const { text: question, about } of questions)
        asked.push({ question, about, before, told, passages, kind: 'in a talk' });
    const answer = knowledge.find(({ id }) => id === passages?.[0]);
    said = answer?.text.split('\n\n')[0] ?? said;
    told = answer?.id ?? told;
    before = text;
  }
  return asked;
}
