/** The services of `persona.yaml` as passages: what they are, how long they take and what they cost. */
import type { KnowledgePassage, Persona, Twin } from '@understudy/contract/twin';

/** How a service is asked for, by any of its names. */
const QUESTIONS = [
  'what is {}',
  'do you do {}',
  'what does {} cost',
  'how much is {}',
  'price of {}',
  'how long does {} take',
];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** A passage for each service: 'The Walkthrough: two weeks of watching. Duration: two weeks. Price: €6,800, fixed.' */
export function servicePassages({ services }: Pick<Persona, 'services'>): KnowledgePassage[] {
  return services.map(({ id, name, aliases, summary, price, duration }) => ({
    id: `service:${id}`,
    title: capital(name),
    called: name,
    text: `${capital(name)}: ${sentence(summary)} Duration: ${sentence(duration)} Price: ${sentence(price)}`,
    tags: ['service'],
    asked: aliases.flatMap((alias) => QUESTIONS.map((question) => question.replace('{}', alias))),
    file: 'persona.yaml',
    line: 1,
  }));
}

/** Everything of a twin that answers questions. */
export const passagesOf = ({ knowledge, persona }: Pick<Twin, 'knowledge' | 'persona'>): KnowledgePassage[] => [
  ...knowledge,
  ...servicePassages(persona),
];
