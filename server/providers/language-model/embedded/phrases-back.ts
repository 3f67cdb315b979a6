/** Lines for somebody who was here before. Each says that it is an AI, and asks one question at its end. */

/** With a name, and something left open. */
export const BACK_OPEN_NAMED = [
  "Welcome back, {visitor}. It is {first_name}'s AI twin again. [pause:1s] Last time {open}. Where does that stand now?",
  "Good to see you again, {visitor}; I'm still {first_name}'s AI twin. [pause:1s] Last time {open}. Has anything moved since?",
];
/** Without a name. */
export const BACK_OPEN = [
  "Welcome back. It is {first_name}'s AI twin again. [pause:1s] Last time {open}. Where does that stand now?",
  "Good to see you again; I'm still {first_name}'s AI twin. [pause:1s] Last time {open}. Has anything moved since?",
];
/** With a name, and nothing left open. */
export const BACK_NAMED = [
  "Welcome back, {visitor}. It is {first_name}'s AI twin again, and I remember a little of our last talk. [pause:1s] What brings you here today?",
  "Good to see you again, {visitor}; I'm still {first_name}'s AI twin. [pause:1s] What is it about today?",
];
export const BACK = [
  "Welcome back. It is {first_name}'s AI twin again, and I remember a little of our last talk. [pause:1s] What brings you here today?",
  "Good to see you again; I'm still {first_name}'s AI twin. [pause:1s] What is it about today?",
];
/** Asked what it remembers: `{sentences}` are in quotation marks. */
export const FROM_EARLIER = [
  'From earlier conversations I have noted: {sentences}.',
  'What I have kept from before: {sentences}.',
  'My notes from our earlier talks say: {sentences}.',
];
/** Asked what it was about last time: `{open}` is what was left open then, said to their face. */
export const OPEN_FROM_EARLIER = [
  'Last time {open}; that is what I have kept as open.',
  'What stands open from before: {open}.',
  'Before today {open}, and that is where it was left.',
  'From our earlier talk I have one open thread: {open}.',
];
/** After it, a question. */
export const STILL_OPEN = [
  'Is that still the question?',
  'Shall we go on from there?',
  'Has anything moved since?',
  'Do you want to take that up again?',
];
/** Asked for last time, and nothing was left open. */
export const NOTHING_OPEN = [
  'Nothing was left open that I have kept.',
  'I have no open question of yours from before.',
  'An open thread I do not have.',
];
/** Asked for last time, and nothing is remembered. */
export const NOTHING_FROM_EARLIER = [
  'Nothing from an earlier conversation is known to me here: I remember only what visitors agreed to have kept.',
  'I have nothing from before this conversation, and will not pretend otherwise.',
  'Of an earlier talk I remember nothing; either none was kept, or it has been forgotten since.',
];
/** Asked for last time by somebody who did not agree to be remembered. */
export const NOTHING_LOOKED_UP = [
  'You chose that this conversation is not kept, so I look nothing up from earlier ones either.',
  'I cannot say: without your consent I neither keep anything nor look into what was kept before.',
];
/** They greet, and were here before. */
export const HELLO_AGAIN = ['Hello again.', 'And hello again to you.', 'Good that you look in again.'];
/** What was left open has just been named. */
export const TAKE_IT_UP = [
  'Tell me how it stands by now, and we go on from there.',
  'Say in a sentence where it stands today, or begin with something new.',
];
/** Asked for news. */
export const NO_NEWS = [
  'None that I could know of: what {first_name} answers goes to you directly and not through me.',
  'I hear nothing between two conversations; an answer from {first_name} comes to you directly, and {email} is where to ask for it.',
];
/** `{reach}` is an address or a number of theirs. */
export const NO_NEWS_AT = [
  'None that I could know of: what {first_name} answers goes to {reach} and not through me.',
  'I hear nothing between two conversations. An answer from {first_name} goes to {reach}; has none come, {email} is where to ask.',
];
/** Nothing has changed in what was left open. */
export const AS_BEFORE = ['Then it lies where it lay: {open}.', 'So we take it up there: {open}.'];
/** They were here before, and nothing of it is known. */
export const START_OVER = [
  'Tell me in a sentence what it was about, and we go on from there.',
  'Say what it was about, and I begin with that.',
];
/** They have done what was left open. */
export const WELL_DONE = ['Good that it is done; most people only mean to.', 'Then there is something to go by.'];
