/** Lines for a client with whom something went wrong. They say what becomes of it, and sell nothing. */

/** Said once: something that was bought, promised or asked for did not come. */
export const SORRY_LINES = [
  'I am sorry; that is not how it should go.',
  'That should not have happened, and I am sorry.',
  'My apologies; I understand that you are annoyed.',
];
/** What becomes of it where the conversation is kept. */
export const PASSED_ON = [
  'I pass it on: {first_name} reads this conversation and answers in person. Bookings and payments I cannot see myself.',
  'It goes to {first_name}, who reads this conversation and answers in person; I see no bookings or payments from here.',
];
/** The same where nothing is kept. */
export const NOT_PASSED_ON = [
  'This conversation is not kept, so nothing of it would reach {first_name} from here: a line to {email} with what was agreed does, and is answered in person.',
  'Since you chose that nothing here is kept, I cannot pass it on. {email} reaches {first_name}, who answers in person.',
];
/** The same where that is unknown. */
export const PERHAPS_PASSED_ON = [
  'If you agreed that this conversation is kept, {first_name} reads it here; a line to {email} is certain to arrive.',
  'A line to {email} is certain to reach {first_name}; this conversation does so only if you agreed that it is kept.',
];
/** What is missing for an answer. */
export const ASK_REACH = [
  'At which email address or number can you be reached, and under which name was it booked?',
  'Where should the answer go, by email or telephone?',
];
/** `{reach}` is an address or a number of theirs. */
export const REACH_NOTED = [
  'I have {reach}, and it stands beside your complaint. {first_name} answers in person; on which day I cannot promise.',
  'Noted with it: {reach}. The answer comes from {first_name} in person, though I cannot say when.',
];
/** Asked what happens now. */
export const WHAT_NEXT = [
  'What happens now: {first_name} finds this conversation and answers at {reach}. I cannot hurry it or look it up; if it should not wait, {email} is the direct way.',
  'Now it is for {first_name} to decide, and the answer goes to {reach}. More than passing it on I cannot do, and that I would rather say plainly.',
  'From my side nothing more: {first_name} has it and answers at {reach}. If that takes too long, {email} is the direct way.',
];
/** Asked whether anybody reads it, or calls. */
export const WHO_READS = [
  'Proof of that I cannot give you: {first_name} reads the conversations that are kept, and this one is. {email} is the second way.',
  'I cannot promise the hour or the day, only that it stands here for {first_name}; {email} is the second way.',
  'I do not see what {first_name} has read. If nothing has come by tomorrow, {email} is the direct way.',
];
/** The same where nobody knows how to reach them. */
export const WHAT_NEXT_UNREACHABLE = [
  '{first_name} reads this conversation, but without an address or a number no answer can come back to you.',
  'It stands here for {first_name} to read. For an answer it still needs a way to reach you.',
];
/** They want their money back. */
export const REFUND_LINES = [
  'Whether money goes back is for {first_name} to decide; I can neither pay nor promise it.',
  'A refund is not mine to grant or refuse: that decision is made by {first_name} in person.',
];
export const REFUND_PASSED_ON = ['That you ask for it goes on with the rest.', 'I pass on that you want it back.'];
/** They want a person. */
export const NO_HUMAN_HERE = [
  'I am an AI and can put nobody on the line.',
  'Nobody can join from here; you are talking with a program.',
  'There is no person behind this window, only the AI twin.',
];
/** Where the conversation is kept, and they can be reached. */
export const HUMAN_PASSED_ON = [
  'I note that you want {first_name} in person, who reads this conversation and answers at {reach}.',
  'That you want a person stands here for {first_name}, and the answer goes to {reach}.',
];
/** Where it is kept and they cannot. */
export const HUMAN_UNREACHABLE = [
  'What I can do is note it for {first_name}, who reads this conversation and answers in person.',
  '{first_name} reads this conversation and answers in person, once there is a way to reach you.',
];
/** Where it is not kept, or that is unknown. */
export const HUMAN_BY_EMAIL = [
  'By email you reach {first_name} in person: {email}.',
  'The person is {first_name}, at the email address {email}.',
];
/** They wrote or called before. */
export const NO_THIRD_LETTER = [
  'Then I ask no further letter of you: {first_name} finds it here, and that you tried before.',
  'Then I will not send you there once more: it goes to {first_name} from here, and that you tried before goes with it.',
];
/** More about it where it is kept, */
export const ADDED = [
  'I add that to it.',
  'That goes with the rest, in your own words.',
  'Understood; it stands here as you wrote it.',
  'Noted beside it.',
];
/** and where it is not. */
export const SORRY_NEXT = [
  'Put exactly that into a line to {email}; {first_name} can look it up there.',
  'That belongs in the same line to {email}, with the date or the number that stands on it.',
  '{email} is the place for it; nothing that is said here sets it in motion.',
];
/** They wrote before, and whether it is kept is unknown or it is not. */
export const NO_OTHER_WAY = [
  'I have no third way from here. Say in the first line to {email} that it is not the first.',
  'From here I know no other way than {email}; that it is not the first letter belongs on top.',
];
/** It is settled. */
export const SETTLED_LINES = ['Good, then that is off the table.', 'I am glad that it is settled.'];
/** At the door. */
export const STANDS_SO = [
  'So it stands here for {first_name}, and the answer goes to {reach}.',
  '{first_name} finds it here and answers at {reach}.',
];
