/** What `persona.yaml` says of the services, where it can be found: duration, price, and by what names they go. */
import type { KnowledgePassage, Persona, Twin } from '@understudy/contract/twin';
import { fold } from '../../../platform/text/words.ts';
import type { SearchPassage } from './passage-index.ts';

type Service = Persona['services'][number];

/** How a service is asked for, by any of its names. */
const QUESTIONS = [
  'do you do {}',
  'what is the price of {}',
  'what does {} cost',
  'how much is {}',
  'how long does {} take',
];

const ARTICLE = /^(?:the|a|an) /;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const questionsOn = ({ name, aliases }: Service): SearchPassage['named'] =>
  [...new Set([name, ...aliases])].flatMap((alias) =>
    QUESTIONS.map((question) => ({ alias, question: question.replace('{}', alias) })),
  );

/** Whether a passage is about a service: by its id, or by the service's name in its title. */
function isAbout({ id, title, called }: KnowledgePassage, service: Service): boolean {
  const name = fold(service.name).replace(ARTICLE, '');
  return id === service.id || [title, called].some((text) => fold(text).replace(ARTICLE, '') === name);
}

/** A service for which the folder has no passage of its own. */
const passageOn = (service: Service): SearchPassage => ({
  id: `service:${service.id}`,
  title: capital(service.name),
  called: service.name,
  text: `${capital(service.name)}: ${sentence(service.summary)}\n\n${figuresOf(service)}`,
  tags: ['service'],
  asked: [],
  named: questionsOn(service),
  file: 'persona.yaml',
  line: 1,
});

/** It may be all that is told of the service. */
const figuresOf = ({ name, duration, price }: Service): string =>
  sentence(`${capital(name)}: duration ${duration.replace(/\.$/, '')}; price ${price}`);

/** The figures of a text, as they are written. */
const FIGURE = /\d[\d.,]*\d|\d/g;
/** Whether a passage names the price itself, with whatever else is said of it there. */
function namesPrice({ text }: KnowledgePassage, { price }: Service): boolean {
  const [figure] = price.match(FIGURE) ?? [];
  return figure ? (text.match(FIGURE)?.includes(figure) ?? false) : text.includes(price);
}

/** Each turn asks for them, and a folder may have thousands. */
const made = new WeakMap<Pick<Twin, 'knowledge' | 'persona'>, SearchPassage[]>();

/**
 * Everything of a twin that answers questions: its passages, with what is said of a service in the passage on it, and
 * passages for services that have none. Made once for a twin, which does not change.
 */
export function passagesOf(twin: Pick<Twin, 'knowledge' | 'persona'>): readonly SearchPassage[] {
  const known = made.get(twin) ?? makePassages(twin);
  made.set(twin, known);
  return known;
}

function makePassages({ knowledge, persona }: Pick<Twin, 'knowledge' | 'persona'>): SearchPassage[] {
  const { services } = persona;
  const passages = knowledge.map((passage) => {
    const service = services.find((one) => isAbout(passage, one));
    if (!service) return passage;
    const text = namesPrice(passage, service) ? passage.text : `${passage.text}\n\n${figuresOf(service)}`;
    return { ...passage, text, named: questionsOn(service) };
  });
  const missing = services.filter((service) => !knowledge.some((passage) => isAbout(passage, service)));
  return [...passages, ...missing.map(passageOn)];
}
