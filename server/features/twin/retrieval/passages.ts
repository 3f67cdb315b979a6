import type { KnowledgePassage, Persona, Twin } from '@understudy/contract/twin';
import { capital, inWordsOf, sentence } from '../../../platform/text/wording.ts';
import { fold } from '../../../platform/text/words.ts';
import type { SearchPassage } from './passage-index.ts';

type Service = Persona['services'][number];

/** Templates for questions about a service, by any of its names, and about its price and duration. */
const QUESTIONS = ['do you do {}'];
const FIGURE_QUESTIONS = ['what is the price of {}', 'what does {} cost', 'how much is {}', 'how long does {} take'];

const ARTICLE = /^(?:the|a|an) /;

/** The questions that a service answers. @param figures index of the paragraph with price and duration; -1 for none */
const questionsOn = ({ name, aliases }: Service, figures: number): SearchPassage['named'] =>
  [...new Set([name, ...aliases])].flatMap((alias) => {
    const about = (templates: readonly string[], paragraph: number) =>
      templates.map((question) => ({ alias, question: question.replace('{}', alias), paragraph }));
    return [...about(QUESTIONS, 0), ...(figures < 0 ? [] : about(FIGURE_QUESTIONS, figures))];
  });

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
  text: [`${capital(service.name)}: ${sentence(service.summary)}`, ...figuresOf(service)].join('\n\n'),
  tags: ['service'],
  asked: [],
  named: questionsOn(service, figuresOf(service).length > 0 ? 1 : -1),
  file: 'persona.yaml',
  line: 1,
});

/** A full sentence, since it may be all that is said about the service; none without price and duration. */
function figuresOf({ name, duration, price }: Service): string[] {
  const figures = [duration?.replace(/\.$/, ''), price].filter((figure) => figure !== undefined);
  return figures.length === 0 ? [] : [sentence([capital(name), ...figures].join(', '))];
}

/** The figures in a text, as written. */
const FIGURE = /\d[\d.,]*\d|\d/g;
/** The paragraph of a passage that names the price, with anything else said about it there; -1 for none. */
function pricedIn({ text }: KnowledgePassage, { price }: Service): number {
  if (price === undefined) return -1;
  const [figure] = price.match(FIGURE) ?? [];
  return text
    .split('\n\n')
    .findIndex((paragraph) => (figure ? paragraph.match(FIGURE)?.includes(figure) : paragraph.includes(price)));
}

/** A passage that the persona makes, found by these questions. */
const passageOf = (
  topic: string,
  title: string,
  of: Pick<SearchPassage, 'called' | 'text' | 'tags' | 'asked'>,
): SearchPassage => ({ id: `persona:${topic}`, title, ...of, file: 'persona.yaml', line: 1 });

/** What to say where visitors pick a time for a call themselves. */
const calendarPassage = ({ first_name: name, contact: { calendar } }: Persona): SearchPassage[] =>
  calendar
    ? [
        passageOf('calendar', `How to pick a time for a call with ${name}`, {
          called: 'picking a time for a call',
          text: `You can pick a time for a call with ${name} yourself: ${calendar}`,
          tags: ['contact'],
          asked: [
            'how do I book a call',
            'can I book a call',
            'where can I pick a time',
            'do you have a calendar',
            'can I schedule a meeting',
            'is there a booking link',
          ],
        }),
      ]
    : [];

const AVAILABILITY = 'availability';
/** How visitors ask when the consultant has time. */
const AVAILABILITY_QUESTIONS = [
  'when are you available',
  'when are you free',
  'are you available',
  'what is your availability',
  'are you taking clients',
  'are you taking on new clients',
  'do you have time',
  'do you have capacity',
  'how soon could you start',
  'how soon can you start',
  'when could you start',
  'when can we begin',
  'is there a waiting list',
  'how long is the wait',
  'are you fully booked',
  'how far ahead are you booked',
];
const isAskedForTime = (question: string): boolean =>
  AVAILABILITY_QUESTIONS.includes(fold(question).replace(/[^a-z]+$/, ''));

/** When the consultant has time, where only the persona says so. */
function availabilityPassage(
  { first_name: name, availability }: Persona,
  knowledge: readonly KnowledgePassage[],
): SearchPassage[] {
  const text = availability?.trim();
  if (!text || knowledge.some(({ id, asked }) => id === AVAILABILITY || asked.some(isAskedForTime))) return [];
  return [
    passageOf(AVAILABILITY, `When ${name} has time`, {
      called: `when ${name} has time`,
      text: inWordsOf(name, sentence(capital(text))),
      tags: ['start'],
      asked: AVAILABILITY_QUESTIONS,
    }),
  ];
}

/** The passages of each twin: every turn needs them, and a folder may have thousands. */
const cache = new WeakMap<Pick<Twin, 'knowledge' | 'persona'>, SearchPassage[]>();

/**
 * All passages of a twin, including what `persona.yaml` says about each service (duration, price, alternative names):
 * added to the passage about it, or as a passage of its own, as are its availability and calendar. Computed once per
 * twin, which is immutable.
 */
export function passagesOf(twin: Pick<Twin, 'knowledge' | 'persona'>): readonly SearchPassage[] {
  const known = cache.get(twin) ?? makePassages(twin);
  cache.set(twin, known);
  return known;
}

function makePassages({ knowledge, persona }: Pick<Twin, 'knowledge' | 'persona'>): SearchPassage[] {
  const { services } = persona;
  const passages = knowledge.map((passage) => {
    const service = services.find((one) => isAbout(passage, one));
    if (!service) return passage;
    const priced = pricedIn(passage, service);
    if (priced >= 0) return { ...passage, named: questionsOn(service, priced) };
    const figures = figuresOf(service);
    const place = figures.length > 0 ? passage.text.split('\n\n').length : -1;
    return { ...passage, text: [passage.text, ...figures].join('\n\n'), named: questionsOn(service, place) };
  });
  const missing = services.filter((service) => !knowledge.some((passage) => isAbout(passage, service)));
  return [
    ...passages,
    ...missing.map(passageOn),
    ...availabilityPassage(persona, knowledge),
    ...calendarPassage(persona),
  ];
}
