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
