import { readFileSync } from 'node:fs';
import path from 'node:path';
import { passageIdsIn } from '@understudy/contract/passage-id';
import { STARTER_MAX_CHARS, STARTERS_MAX } from '@understudy/contract/settings';
import type { Manner, SetupAnswers } from '@understudy/contract/setup';
import { MODE_IDS, type ModeId, modeFile, type PersonaFile, personaFile } from '@understudy/contract/twin';
import { type Document, isCollection, parseDocument, stringify } from 'yaml';
import { z } from 'zod';
import { capital, inWordsOf, isInFirstPerson, listed, sentence } from '../../platform/text/wording.ts';
import { freeId, mergeSections, newText, speakable } from '../imports/index.ts';
import { fillIn, namePlaceholders, PERSONA_FILE, parseYaml, withPlaceholders } from '../twin/index.ts';

/** What the answers tell a visitor, as passages. */
const BASICS = 'knowledge/basics.md';
/** Subject and topic of {@link BASICS}. */
const SUBJECT = ['Basics', 'basics'] as const;
const REPLIES = 'replies/replies.yaml';
const EXCHANGE = 'demos/first-exchange.txt';

/** A text to write; null to remove it. */
export interface ComposedText {
  file: string;
  text: string | null;
}

/** The twin's present texts. */
export interface PresentTexts {
  /** By file. */
  texts: ReadonlyMap<string, string>;
  /** Those that came with the folder: with base `scratch` they give way, and what the owner added stays. */
  fromFolder: ReadonlySet<string>;
}

const said = z.array(z.string().min(1)).min(1);
const starterModes = z.record(
  z.enum(MODE_IDS),
  z.strictObject({
    name: z.string(),
    description: z.string(),
    systemPrompt: z.string(),
    greeting: z.strictObject({ formal: said, even: said, casual: said }),
    performer_greeting: said,
    followup: said,
  }),
);
const starterReplies = z.strictObject({
  formal: z.record(z.string(), said),
  casual: z.record(z.string(), said),
  playful: z.record(z.string(), said),
});

const passage = z.strictObject({ title: z.string(), asks: said });
const starterBasics = z.strictObject({
  'what-i-do': passage,
  'who-for': passage,
  background: passage,
  services: passage,
  prices: passage,
  durations: passage,
  where: passage,
  languages: passage,
  contact: passage,
});

const starter = (name: string) => readFileSync(path.join(import.meta.dirname, 'starter', name), 'utf8');
const STARTER = {
  persona: starter('persona.yaml'),
  modes: parseYaml(starter('modes.yaml'), 'modes.yaml', starterModes).value,
  replies: parseYaml(starter('replies.yaml'), 'replies.yaml', starterReplies).value,
  basics: parseYaml(starter('basics.yaml'), 'basics.yaml', starterBasics).value,
};

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();
const paragraphs = (text: string): string =>
  text
    .split(/\r?\n\s*\n/)
    .map(tidy)
    .filter(Boolean)
    .join('\n\n');
/** How the consultant is addressed. */
export const firstNameOf = ({ name, first_name: first }: SetupAnswers): string =>
  tidy(first) || (tidy(name).split(' ')[0] ?? '');

/** The answers that stand for the twin as it is, where nobody has answered anything yet. */
export function answersFrom(file: PersonaFile | null, base: SetupAnswers['base'], email: string): SetupAnswers {
  const empty: SetupAnswers = {
    base,
    name: '',
    first_name: '',
    title: '',
    work: 'advice',
    location: '',
    does: '',
    audience: '',
    about: '',
    languages: 'English',
    portrait: null,
    color: null,
    services: [],
    answers: [],
    manner: { formality: 3, length: 3, humour: 3 },
    email,
    call: '',
    calendar: '',
  };
  if (!file || base === 'scratch') return empty;
  const persona = fillIn(file, namePlaceholders(file));
  const { contact } = persona;
  return {
    ...empty,
    name: persona.name,
    first_name: persona.first_name,
    title: persona.title,
    work: persona.work,
    location: persona.location ?? '',
    does: tidy(persona.tagline),
    about: persona.biography.trim(),
    languages: persona.languages.join(', '),
    color: persona.color ?? null,
    services: persona.services.map(({ id, name, summary, price = '', duration = '' }) => ({
      id,
      name,
      summary,
      price,
      duration,
    })),
    manner: persona.style,
    email: contact.email,
    call: contact.note?.trim() ?? '',
    calendar: contact.calendar ?? '',
  };
}

/** The owner's words as the twin may say them: it is an AI, and speaks of the consultant in the third person. */
const quoted = (text: string): string => inWordsOf('{first_name}', text);

/** For whom the consultant works, as a sentence: owners enter half a sentence, such as 'owners of small firms'. */
function clientsOf(audience: string): string[] {
  const [first, ...more] = speakable(audience).split('\n\n').filter(Boolean);
  if (first === undefined) return [];
  return [isInFirstPerson(first) ? quoted(first) : sentence(`Who it is for: ${first}`), ...more.map(quoted)];
}

/** A passage of {@link BASICS}. */
interface Basic {
  id: string;
  title: string;
  text: string;
  asks: readonly string[];
}

/**
 * What the answers tell a visitor, as passages; nothing for what was left out. Pure.
 *
 * @param others ids of passages elsewhere in the knowledge
 */
export function basicsOf(answers: SetupAnswers, others: Iterable<string> = []): Basic[] {
  const { does, audience, about } = answers;
  const taken = new Set(others);
  const spoken = (text: string) => speakable(text).split('\n\n').filter(Boolean).map(quoted);
  const clients = clientsOf(audience);
  const services = answers.services
    .map((service) => ({ ...service, name: tidy(speakable(service.name)) }))
    .filter(({ name }) => name !== '');
  const named = services.map(({ name }) => name);
  const figures = (of: 'price' | 'duration') => {
    const known = services.filter((service) => tidy(speakable(service[of])) !== '');
    const sentences = known.map((service) => sentence(`${capital(service.name)}: ${tidy(speakable(service[of]))}`));
    return sentences.length > 0 ? [sentences.join(' ')] : [];
  };
  const location = tidy(answers.location);
  const languages = listed(answers.languages.split(',').map(tidy).filter(Boolean));
  const paragraphs: Record<keyof typeof STARTER.basics, string[]> = {
    'what-i-do': [...spoken(does), ...clients],
    'who-for': clients,
    background: spoken(about),
    services: named.length > 0 ? [`{first_name} offers ${listed(named)}.`] : [],
    prices: figures('price'),
    durations: figures('duration'),
    where: location ? [`{first_name} is based in ${location}.`] : [],
    languages: languages ? [`{first_name} speaks ${languages}.`] : [],
    contact: [...spoken(answers.call), ...(answers.email ? ['You can reach {first_name} at {email}.'] : [])],
  };
  const basics: Basic[] = (Object.keys(STARTER.basics) as (keyof typeof STARTER.basics)[]).flatMap((id) => {
    const text = paragraphs[id].join('\n\n');
    return text === '' ? [] : [{ id: freeId(id, taken), ...STARTER.basics[id], text }];
  });
  for (const { question, answer } of answers.answers) {
    const title = tidy(question).replace(/\?+$/, '');
    const text = spoken(answer).join('\n\n');
    if (title === '' || text === '') continue;
    basics.push({ id: freeId(title, taken), title: capital(title), text, asks: [title.toLowerCase()] });
  }
  return basics;
}

type Tone = 'formal' | 'even' | 'casual';
const toneOf = ({ formality }: Manner): Tone => (formality < 3 ? 'formal' : formality > 3 ? 'casual' : 'even');

/** The lines that a manner rewords; none in the middle of the sliders. */
function repliesOf(manner: Manner): Record<string, string[]> {
  const tone = toneOf(manner);
  return {
    ...(tone === 'even' ? {} : STARTER.replies[tone]),
    ...(manner.humour > 3 && tone !== 'formal' ? STARTER.replies.playful : {}),
  };
}

/** The texts besides persona and knowledge that a twin from nothing has; null where it has none. */
function generatedTexts(answers: SetupAnswers, present: PresentTexts): Map<string, string | null> {
  const generated = new Map<string, string | null>();
  for (const id of MODE_IDS) {
    const file = `modes/${id}.yaml`;
    const before = present.texts.get(file);
    if (before !== undefined) generated.set(file, modeText(id, before, file, toneOf(answers.manner)));
  }
  const replies = repliesOf(answers.manner);
  generated.set(REPLIES, Object.keys(replies).length > 0 ? stringify(replies, { lineWidth: 0 }) : null);
  const does = tidy(answers.does);
  const reply = [does && quoted(sentence(does)), tidy(clientsOf(answers.audience).join(' '))].filter(Boolean);
  generated.set(EXCHANGE, does ? `Human: What do you do?\n\n{name}: ${reply.join(' [pause:1s] ')}\n` : null);
  return generated;
}

/** A starter mode with the voice and colour of the one that it replaces. @throws TwinFileError */
function modeText(id: ModeId, before: string, file: string, tone: Tone): string {
  const { voiceId, color } = parseYaml(before, file, modeFile).value;
  const { greeting, ...mode } = STARTER.modes[id];
  return stringify({ id, ...mode, voiceId, color, greeting: greeting[tone] }, { lineWidth: 0 });
}

/**
 * The texts that make the twin what the answers say. Pure.
 *
 * @param before the answers that were published last, or those that stood for the twin when nobody had answered:
 * what an owner has changed by hand since stays
 * @throws TwinFileError when a present text cannot be read
 */
export function composeTwin(answers: SetupAnswers, present: PresentTexts, before: SetupAnswers | null): ComposedText[] {
  const isNew = answers.base === 'scratch';
  const composed = new Map<string, string | null>();
  composed.set(
    PERSONA_FILE,
    personaText(answers, isNew ? STARTER.persona : (present.texts.get(PERSONA_FILE) ?? STARTER.persona)),
  );
  const generated = generatedTexts(answers, present);
  const generatedBefore = before && generatedTexts(before, present);
  for (const [file, text] of generated) {
    const now = present.texts.get(file) ?? null;
    if (isNew || (generatedBefore !== null && now === generatedBefore.get(file))) composed.set(file, text);
  }
  const own = present.texts.get(BASICS) ?? null;
  const others = [...present.texts].filter(
    ([file]) => file.startsWith('knowledge/') && file !== BASICS && !(isNew && present.fromFolder.has(file)),
  );
  const otherIds = others.flatMap(([, text]) => passageIdsIn(text));
  const earlier = before && !isNew ? basicsOf(before, otherIds) : [];
  const from = isNew ? null : own;
  composed.set(BASICS, mergeSections(from ?? newText(...SUBJECT), BASICS, basicsOf(answers, otherIds), earlier));
  if (isNew)
    for (const file of present.fromFolder)
      if (/^(?:(?:knowledge|demos|replies|show)\/|calendar\.yaml$)/.test(file) && !composed.has(file))
        composed.set(file, null);
  return [...composed]
    .filter(([file, text]) => text !== (present.texts.get(file) ?? null))
    .map(([file, text]) => ({ file, text }));
}

/** The persona with the answers in it; comments and keys that the setup does not know stay. */
function personaText(answers: SetupAnswers, text: string): string {
  const document = parseDocument(text);
  const names = { name: tidy(answers.name) || 'Your name', first_name: firstNameOf(answers) || 'Your name' };
  const fillings = namePlaceholders({ ...names, contact: { email: answers.email } });
  const filled = (value: unknown): string => JSON.stringify(tidied(fillIn(value, fillings)));
  let isChanged = false;
  /** Sets a value, or removes it where it may be left out. What says the same stays as it is written. */
  const put = (
    keys: string[],
    value: unknown,
    { isNeeded = false, isLiteral = false, usual = null as unknown } = {},
  ) => {
    const isEmpty = value === '' || value === null || (Array.isArray(value) && value.length === 0);
    const node = document.getIn(keys);
    const before = isCollection(node) ? node.toJSON() : node;
    if (isEmpty ? isNeeded || before === undefined : filled(before ?? usual) === filled(value)) return;
    isChanged = true;
    const isText = typeof value === 'string' && !isLiteral;
    if (isEmpty) document.deleteIn(keys);
    else document.setIn(keys, document.createNode(isText ? withPlaceholders(value, names) : value));
  };
  const title = tidy(answers.title);
  const does = tidy(answers.does);
  // The names themselves are no placeholders.
  for (const [key, name] of Object.entries(names))
    if (document.get(key) !== name) {
      isChanged = true;
      document.set(key, name);
    }
  put(['title'], title || 'Consultant');
  put(['work'], answers.work, { usual: 'advice', isLiteral: true });
  put(['tagline'], does || `The work of ${names.name}.`);
  put(
    ['biography'],
    paragraphs(answers.about) || [`${names.name}: ${title || 'consultant'}.`, does].filter(Boolean).join(' '),
  );
  put(['location'], tidy(answers.location));
  put(['languages'], answers.languages.split(',').map(tidy).filter(Boolean), { isNeeded: true });
  put(['portrait'], answers.portrait, { isNeeded: answers.base === 'current', isLiteral: true });
  put(['color'], answers.color);
  put(['style'], answers.manner, { usual: { formality: 3, length: 3, humour: 3 } });
  put(['services'], servicesOf(answers, document, fillings));
  put(['contact', 'email'], tidy(answers.email), { isNeeded: true, isLiteral: true });
  put(['contact', 'note'], paragraphs(answers.call));
  put(['contact', 'calendar'], tidy(answers.calendar), { isLiteral: true });
  if (answers.base === 'scratch') {
    const questions = ['What do you do?', ...answers.answers.map(({ question }) => tidy(question)), 'How do we start?'];
    put(
      ['visitor_page', 'starters'],
      questions.filter((one) => one !== '' && one.length <= STARTER_MAX_CHARS).slice(0, STARTERS_MAX),
    );
  }
  return isChanged ? document.toString({ lineWidth: 120 }) : text;
}

/** A value whose texts have single spaces, so that it compares with another way of folding lines. */
export function tidied(value: unknown): unknown {
  if (typeof value === 'string') return tidy(value);
  if (Array.isArray(value)) return value.map(tidied);
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, tidied(item)]));
  return value;
}

/** The services; those that the twin has keep their id, their other names and what else they have. */
function servicesOf(
  answers: SetupAnswers,
  document: Document,
  fillings: Parameters<typeof fillIn>[1],
): PersonaFile['services'] {
  const written = personaFile.shape.services.safeParse(document.toJS().services).data ?? [];
  const known = fillIn(written, fillings);
  const taken = new Set<string>();
  return answers.services.flatMap((service) => {
    const name = tidy(service.name);
    if (name === '') return [];
    const before = known.find(({ id }) => id === service.id) ?? known.find((one) => one.name === name);
    const aliases = [
      ...new Set([...(before?.aliases ?? []), ...(before && before.name !== name ? [before.name] : [])]),
    ];
    const [price, duration] = [tidy(service.price), tidy(service.duration)];
    return [
      {
        id: freeId(before?.id ?? name, taken),
        name,
        ...(aliases.length > 0 ? { aliases } : {}),
        summary: tidy(service.summary) || name,
        ...(price ? { price } : {}),
        ...(duration ? { duration } : {}),
      } as PersonaFile['services'][number],
    ];
  });
}
