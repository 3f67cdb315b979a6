import { stem } from '../../platform/text/words.ts';

/** Words that visitors use for the same thing. Each word of a row leads to the first one. */
const ROWS = [
  'price cost fee rate charge pricing expensive cheap tariff quote budget afford money pay',
  'discount cheaper negotiate rebate reduction',
  'start begin kickoff onboarding commence',
  'available availability free slot calendar capacity booked waitlist soon',
  'workshop training seminar class course masterclass offsite',
  'keynote talk speech lecture speaker conference panel event presentation podcast',
  'ai artificial gpt chatgpt llm automation automate automated copilot chatbot',
  'client customer reference referenceable',
  'contact email mail phone call reach meeting appointment book schedule',
  'confidential nda secrecy privacy private gdpr disclosure',
  'delegate delegation handover empower entrust',
  'bottleneck overload overwhelmed overworked burnout exhausted swamped drowning micromanage',
  'coo second-in-command deputy integrator operations',
  'founder owner ceo entrepreneur',
  'remote distributed hybrid online video virtual',
  'coaching coach retainer mentoring',
  'result outcome roi return success effect impact',
  'story example case anecdote',
  'team staff employee colleague crew people',
  'growth scale scaling grow hypergrowth',
  'conflict quarrel fight disagree dispute argue',
  'background career biography cv resume experience bio qualification',
  'hire recruit vacancy job internship career',
  'contract agreement terms liability legal',
  'invoice payment instalment upfront refund deposit',
  'method approach process methodology framework philosophy',
  'fail failure mistake wrong failed',
  'cofounder co-founder partner',
  'hospital clinic healthcare medical doctor physio',
  'factory manufacturing manufacturer industrial plant',
  'children kid family child daughter son',
  'married wife husband spouse',
  'software saas tech startup developer',
  'travel trip flight hotel accommodation lodging',
  'slip late delay overdue lateness',
  'scrum agile kanban okr lean holacracy',
  'resist resistance reluctant unwilling',
];

const canonical = new Map<string, string>();
for (const row of ROWS) {
  const [first = '', ...others] = row.split(' ').map(stem);
  for (const other of others) if (!canonical.has(other)) canonical.set(other, first);
}

/** The row's first word for a stemmed word, or null when it has no synonyms. */
export function synonymOf(stemmed: string): string | null {
  return canonical.get(stemmed) ?? null;
}
