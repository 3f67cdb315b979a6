/** Makes the services of `persona.yaml` searchable: duration, price and alternative names. */
import type { KnowledgePassage, Persona, Twin } from '@understudy/contract/twin';
import { fold } from '../../../platform/text/words.ts';
import type { SearchPassage } from './passage-index.ts';

type Service = Persona['services'][number];

/** Templates for questions about a service, by any of its names, and about its price and duration. */
const QUESTIONS = ['do you do {}'];
const FIGURE_QUESTIONS = ['what is the price of {}', 'what does {} cost', 'how much is {}', 'how long does {} take'];

const ARTICLE = /^(?:the|a|an) /;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** @param figures the paragraph with price and duration */
const questionsOn = ({ name, aliases }: Service, figures: number): SearchPassage['named'] =>
  [...new Set([name, ...aliases])].flatMap((alias) => [
    ...QUESTIONS.map((question) => ({ alias, question: question.replace('{}', alias), paragraph: 0 })),
    ...FIGURE_QUESTIONS.map((question) => ({ alias, question: question.replace('{}', alias), paragraph: figures })),
  ]);

/** Whether a passage is about a service: by its id, or by the service's name in its title. */
function isAbout({ id, title, called }: KnowledgePassage, service: Service): boolean {
  const name = fold(service.name).replace(ARTICLE, '');
  return id === service.id || [title, called].some((text) => fold(text).replace(ARTICLE, '') === name);
}

/** A passage for a service that the folder has none for. */
const passageOn = (service: Service): SearchPassage => ({
  id: `service:${service.id}`,
  title: capital(service.name),
  called: service.name,
  text: `${capital(service.name)}: ${sentence(service.summary)}\n\n${figuresOf(service)}`,
  tags: ['service'],
  asked: [],
  named: questionsOn(service, 1),
  file: 'persona.yaml',
  line: 1,
});

/** A full sentence, since it may be all that is said about the service. */
const figuresOf = ({ name, duration, price }: Service): string =>
  sentence(`${capital(name)}, ${duration.replace(/\.$/, '')}, ${price}`);

/** The figures in a text, as written. */
const FIGURE = /\d[\d.,]*\d|\d/g;
/** The paragraph of a passage that names the price, with anything else said about it there; -1 for none. */
function pricedIn({ text }: KnowledgePassage, { price }: Service): number {
  const [figure] = price.match(FIGURE) ?? [];
  return text
    .split('\n\n')
    .findIndex((paragraph) => (figure ? paragraph.match(FIGURE)?.includes(figure) : paragraph.includes(price)));
}

/** Cached, because each turn needs them and a folder may have thousands. */
const made = new WeakMap<Pick<Twin, 'knowledge' | 'persona'>, SearchPassage[]>();

/**
 * All passages of a twin, including what `persona.yaml` says about each service: added to the passage about it, or as a
 * passage of its own. Computed once per twin, which is immutable.
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
    const priced = pricedIn(passage, service);
    if (priced >= 0) return { ...passage, named: questionsOn(service, priced) };
    const figures = passage.text.split('\n\n').length;
    return { ...passage, text: `${passage.text}\n\n${figuresOf(service)}`, named: questionsOn(service, figures) };
  });
  const missing = services.filter((service) => !knowledge.some((passage) => isAbout(passage, service)));
  return [...passages, ...missing.map(passageOn)];
}
