import { askedIn, type Slot } from '../reading/asked.ts';
import { type Clause, clausesOf } from '../reading/clauses.ts';
import { type Readable, readableOf } from '../reading/readable.ts';
import { type Reading, readStances } from '../reading/stance.ts';
import { type Token, tokensOf } from '../reading/tokens.ts';
import { type AddressWords, addressWords } from './address-words.ts';
import { budgetIn, noBudgetIn } from './budget.ts';
import { companyIn } from './company.ts';
import { emailIn } from './email.ts';
import type { Found } from './found.ts';
import { painsIn } from './pains.ts';
import { personIn } from './person.ts';
import { phoneIn } from './phone.ts';
import { propersIn } from './proper.ts';
import { roleIn } from './role.ts';
import { spokenCompanyIn } from './spoken-company.ts';
import { hastyPersonIn, spokenPersonIn } from './spoken-names.ts';
import { isSpoken } from './spoken-words.ts';
import { authorityIn } from './standing.ts';
import { timelineIn } from './timeline.ts';
import { useCaseIn } from './use-case.ts';
import { requestIn, urgencyIn } from './wishes.ts';

/** What one line tells. Places are those of the text that is read; `readable.at` leads back to the line. */
export interface Told {
  readable: Readable;
  tokens: Token[];
  clauses: Clause[];
  readings: Reading[];
  email: Found | null;
  person: Found | null;
  role: Found | null;
  company: Found | null;
  budget: Found | null;
  noBudget: Found | null;
  timeline: Found | null;
  useCase: Found | null;
  phone: Found | null;
  pains: Found[];
  request: Found | null;
  authority: Found | false | null;
  urgency: Found | false | null;
}

/** What is known before a line. */
export interface Before {
  /** The agent's line before it. */
  said: string | null;
  agents: readonly string[];
  strange: readonly string[];
  /** The visitor's words before it, lower case. */
  heard: readonly string[];
  /** The visitor's address, when it is known. */
  address: string | null;
}

const MAY_ADDRESS = /@|:\/\/|www\./i;

/** Addresses and links are blanked before names are looked for: 'jane.doe' is no sentence's end. */
const withoutAddresses = (text: string): string =>
  !MAY_ADDRESS.test(text)
    ? text
    : text.replace(/(?<![^\s,;()<>])[^\s,;()<>@]{1,80}@[^\s,;()<>]{1,120}|(?:https?:\/\/|www\.)\S+/gi, (one) =>
        `|${' '.repeat(Math.max(0, one.length - 2))}|`.slice(0, one.length),
      );

/** Reads one line of a visitor's. Pure, bounded by the length that `readableOf` leaves. */
export function readLine(text: string, before: Before): Told {
  const readable = readableOf(text);
  const { text: read } = readable;
  const tokens = tokensOf(read);
  const clauses = clausesOf(read);
  const readings = readStances(clauses);
  const asked: ReadonlySet<Slot> = askedIn(before.said);
  const { own: email } = emailIn(read, tokens, before.agents);
  const phone = phoneIn(read, asked.has('contact'));
  const known = email?.value ?? before.address;
  const address: AddressWords | null = known ? addressWords(known) : null;
  const plain = withoutAddresses(read);
  const names = namesIn(plain, tokens, {
    asked,
    address,
    at: email,
    strange: new Set(before.strange),
    said: before.heard,
  });
  return {
    readable,
    tokens,
    clauses,
    readings,
    email,
    ...names,
    budget: budgetIn(read, clauses, readings, asked, phone),
    noBudget: noBudgetIn(clauses, readings),
    timeline: timelineIn(read, clauses, readings, asked),
    useCase: useCaseIn(clauses, readings),
    phone,
    pains: painsIn(clauses, readings, asked),
    request: requestIn(clauses, readings),
    authority: authorityIn(clauses, readings),
    urgency: urgencyIn(clauses, readings),
  };
}

function namesIn(
  text: string,
  tokens: readonly Token[],
  context: Parameters<typeof personIn>[2] & { at: Found | null },
): Pick<Told, 'person' | 'role' | 'company'> {
  const { asked, address, at } = context;
  if (isSpoken(text)) {
    const person = spokenPersonIn(text, tokens, asked, address);
    const role = roleIn(
      text,
      tokens,
      asked,
      [person, at].filter((one) => one !== null),
    );
    const company = spokenCompanyIn(text, tokens, person, role, asked.has('company'));
    // The words of an address are no company's name until they were heard as one (learn-line.ts).
    const inAddress = company !== null && at !== null && company.from < at.to && at.from < company.to;
    return { person, role, company: inAddress ? null : company };
  }
  const propers = propersIn(text);
  const person = personIn(text, propers, context) ?? hastyPersonIn(text, tokens, asked, address);
  const role = roleIn(
    text,
    tokens,
    asked,
    [person, at].filter((one) => one !== null),
  );
  return { person, role, company: companyIn(text, propers, { ...context, person, role }) };
}
