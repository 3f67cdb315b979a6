/** Lines that do not depend on a personality. `{n}` is the number of the reply, which makes a last resort unique. */

/** What one service costs and takes. */
export const PRICE_LINES = [
  '{Service} is usually {price}, for {duration}.',
  'For {service} the usual figure is {price}; it takes {duration}.',
  '{Service}: {price}. It takes {duration}.',
];
/** What several services cost. */
export const PRICES_TOGETHER = [
  'Each on its own, as a rule: {list}.',
  'One by one: {list}.',
  'Put side by side, {list}.',
];
/** Asked for a price by the hour, the day, the week or the month. */
export const UNIT_PRICES = [
  'Counted by the {unit}, what there is: {list}.',
  'What comes nearest to a price by the {unit} is {list}.',
  'By the {unit} I can only point to {list}.',
];
/** Beside a price: no figure from here is binding. */
export const PRICE_CAVEAT = [
  'That is the usual figure and not an offer; the written proposal counts.',
  'Take it as a guide: what is binding comes from {first_name} in writing.',
  'It may differ in your case, and only the written proposal holds.',
];
/** How long one service takes. */
export const DURATION_LINES = [
  '{Service} takes {duration}.',
  'Count on {duration} for {service}.',
  'For {service} it is {duration}, as a rule.',
];
/** Asked to promise a price, a discount or a date. */
export const NO_COMMITMENT = [
  'I cannot agree to that: prices, discounts and dates are only ever confirmed by {first_name}, in writing.',
  'That is not mine to give. Whatever is binding comes from {first_name} in a written proposal.',
  "No promise of that kind from me; I am the twin, and the pen is in {first_name}'s hand.",
  'I can repeat the usual figures as often as you like, but I cannot change or confirm them.',
];
/** They left an address to be written to. */
export const EMAIL_NOTED = [
  'I have {email_visitor}. If you agreed that this conversation is kept, {first_name} finds it here; otherwise a line to {email} is certain to arrive.',
  'Noted: {email_visitor}. {first_name} reads kept conversations; if you did not agree to keeping this one, write to {email}.',
  'Thank you, {email_visitor} it is. Without your consent nothing here is kept, so in that case please write to {email}.',
];
/** The question for a time, once an address is known. */
export const ASK_TIME = [
  'Which days and hours would suit you for a first call?',
  'When would a half-hour call suit you?',
  'Which time of the week is best for you?',
];
/** The question for an address. */
export const ASK_EMAIL = [
  'At which email address may {first_name} answer you?',
  'Where should the answer go: which email address is best?',
  'Which email address would you like to be written to?',
];
/** Asked for a call. */
export const BOOK_LINES = [
  'Gladly. I cannot see a calendar, but a first call is arranged quickly once there is an address and a time.',
  'Good. A first call is the way in, and all it takes is an address and a time.',
  'With pleasure. {email} is the direct line, or leave an address and a time with me.',
  'The quickest way is a line to {email} with a time that suits you.',
];
/** They left an address and do not want to be written to. */
export const EMAIL_QUIETLY = [
  'I see {email_visitor}, and that you do not want to be written to: I ask for no call and no answer.',
  'The address stands in this conversation and nowhere else, and I have asked nobody to write to it.',
  'Understood: {email_visitor} is not meant as an invitation, and I treat it as none.',
];
/** They do not want to be called or written to. */
export const NO_CONTACT_LINES = [
  'Understood: no call, no email. Ask what you like here, and should you change your mind, {email} is the way.',
  'Agreed, I will not ask for an address or a time. What is said here is enough.',
  'That is noted, and I will leave the subject of calls alone.',
  'Of course. Nobody has to be contacted for you to read on.',
];
/** Before a story that is only near what they asked for. */
export const NO_SUCH_STORY = [
  'I have no story of exactly that kind; the nearest one I may tell is this.',
  'None of the stories I was given is quite that. The closest:',
  'That very case I do not have, and I will not invent one. What I do have:',
];
/** Every story that fits has been told. */
export const NO_MORE_STORIES = [
  'I have told you all the stories that I have on that.',
  'That was the last story of that kind in my notes.',
];
/** Asked whether the consultant can help with their situation. */
export const CAN_HELP = [
  'From what you describe, yes, that is the kind of thing {first_name} is called for.',
  'Yes, I think so: what you describe is near to what {first_name} does.',
  'It sounds like it, though only {first_name} can say so for certain.',
];
/** Which service that would be. */
export const SERVICE_FITS = [
  'The usual way in would be {service}: {summary}',
  'What fits at that point is mostly {service}: {summary}',
];
/** Asked for an answer by someone whose address is known. */
export const ALREADY_HAVE_EMAIL = [
  'I have your address already, so {first_name} can answer if you agreed to this conversation being kept.',
  'Your address is here already; a line to {email} is the sure way if you chose not to keep this conversation.',
];
/** They named a time for a call. */
export const TIME_NOTED = [
  'Noted. {first_name} confirms by email; a date is fixed only once that has come.',
  'Good, that goes with the rest. The confirmation comes from {first_name} in person.',
  'I have put that down as your wish. {first_name} settles the exact hour by email.',
];
/** Before a story that nobody asked for. */
export const RELATED = [
  'There is a case close to that.',
  'That reminds me of a client.',
  'Somebody else stood nearly there.',
  'A story from the files fits here.',
];
/** How long each of several takes. */
export const DURATIONS = ['It depends on the piece: {list}.', 'Roughly, {list}.'];
/** They disagree. */
export const PUSHBACK = [
  "You may be right; it is {first_name}'s view and not a law.",
  'Fair objection. I can only lay out what it rests on.',
  'Doubt is welcome here, and I would not want to be believed too quickly.',
  'I will not argue you into it.',
];
/** All that is known of a subject has been told. */
export const COVERED = [
  'On {topic} I have told you all that I was given.',
  'That is as far as my notes on {topic} go.',
  'I would only be repeating myself on {topic} now.',
  'About {topic} you know by now what I know.',
];
/** After something unknown: what is known that comes near. */
export const HINTS = [
  'What I do know something about is {hint}.',
  'The nearest thing I have is {hint}.',
  'Close by there would be {hint}.',
  'I could tell you about {hint} instead.',
  'My notes do cover {hint}.',
];
/** Before something near, when a subject has been told to its end. */
export const ANGLE_LEAD = [
  'Seen from the side of {hint}:',
  'What belongs beside it is {hint}.',
  'There is another way into it, by way of {hint}.',
  'It touches on {hint}.',
  'A neighbour of it is {hint}.',
  'Where it leads, as far as I know, is {hint}.',
  'One door further stands {hint}.',
  'What I would put next to it is {hint}.',
  'Since that is told, a word on {hint}.',
  'Let me come at it from {hint}.',
];
/** When nothing near is left either: something to do or to say with what was heard. */
export const REFLECT = [
  'If you take one thing from {hint} into this week, which would it be?',
  'Try it on a case: tell me one from last week, and we hold it against {hint}.',
  'Where in your own work does {hint} show first?',
  'Write down in one sentence what {hint} means for you; the sentence is usually the start.',
  'Who in your company should hear about {hint} before you decide anything?',
  'A small test for {hint}: name somebody who would notice by Friday.',
  'What about {hint} do you still not believe?',
  'If {hint} were settled, what would be the next thing in the way?',
  'I could be more use on {hint} with a real example of yours, names left out.',
  'Bring {hint} to {first_name} with your own figures, and you get an answer that I cannot give: {email}.',
];
/** When a personality's own offers are used up and the talk goes on. */
export const OFFER_AGAIN = [
  'We have come some way; from here a first call with {first_name} would take you further: {email}.',
  'The offer stands, by the way: {email}, whenever it suits you.',
  'You have asked enough by now to make a first call worth its time; {email} is where it begins.',
  'If you want this looked at with your own figures, {first_name} answers at {email}.',
  'All of this is easier on your own case, and for that there is {email}.',
  'Should it become more than a talk: {email} reaches {first_name}.',
];
/** Asked for advice without a situation. */
export const ADVICE_NEEDS = [
  'For advice worth having I would need to know what it is about: a sentence on your situation is enough.',
  'That depends on what stands in the way. Tell me a little of it, and I can be useful.',
];
/** Of several questions some have no answer: `{which}` is 'second', or 'first and the third'. */
export const ANSWER_MISSING = [
  'On your {which} {questions} my notes have nothing; {first_name} would know: {email}.',
  'To the {which} of your questions I have no answer; a line to {email} gets you one.',
  'Your {which} {questions} I cannot answer from what I was given, and I will not guess.',
];
/** More was asked at once than can be answered at once. */
export const REST_LATER = ['The rest I take gladly, one after the other.', 'For the rest, ask me once more.'];
/** What they might ask next. */
export const POINTERS = [
  'If you like, ask me about {hint}.',
  'There is more in my notes on {hint}.',
  'You have not asked about {hint} yet.',
  'I could tell you about {hint}, for instance.',
  'People often want to know about {hint}.',
  'We could look at {hint} next.',
  'My notes are good on {hint}.',
];
/** Before a passage that is only near the question. */
export const NEAREST = [
  'I have nothing on exactly that; the nearest I know is this.',
  'Not precisely what you ask, but near it:',
  'My notes do not cover that point itself. What they do say:',
  'I can only answer the neighbouring question.',
];
/** Asked for one more thing to read, hear or see. */
export const NO_MORE_MEDIA = [
  'On {kinds} it is as I said; {email} is where to ask whether there is more.',
  'As for {kinds}, what I know I have told you; the rest only {first_name} could say.',
];
/** Who does know. */
export const REFER = [
  '{first_name} would know: {email}.',
  'That is one for {first_name} in person, at {email}.',
  'A short note to {email} will get you a real answer.',
];
/** They told how many people there are. */
export const SIZE_NOTED = ['{size} people, good to know.', 'So {size} of you.', '{size}, then.'];
/** They named money and a date: heard, without saying the figures back. */
export const FRAME_NOTED = [
  'A sum and a date: that is a frame one can plan in.',
  'Good, then money and time are clear from the start.',
  'With a sum and a date on the table it gets concrete.',
];
/** They named money. */
export const BUDGET_NOTED = [
  'Good that the sum is said; it saves a round of guessing.',
  'Thank you for naming a figure; most people do that last.',
  'That gives the thing a size.',
];
/** They named a date by which it should be so. */
export const DATE_NOTED = [
  'A date helps: one can count back from it.',
  'Good to know how long there is.',
  'Then the calendar sets the order.',
];
/** They told something else about themselves. */
export const NOTED = [
  'Noted.',
  'Good to know.',
  'That helps.',
  'I will keep that in mind.',
  'Thank you for telling me.',
  'That is useful.',
];
/** Before one of the consultant's opinions. */
export const OPINION_LEAD = [
  '{first_name} has a sentence for moments like this:',
  'Something {first_name} likes to say:',
  'One line from the notebook:',
  'A thought to leave here:',
  'As {first_name} puts it:',
];
/** Before a fact, told into a silence. */
export const UNPROMPTED_LEAD = [
  'Something that you have not asked about, and others do.',
  'While it is quiet, one page that may be of use.',
  'In case it helps:',
  'A small addition while you think.',
];

/** When everything has been said: three parts that combine, so that even then no reply comes twice. */
export const LAST_RESORT: [string[], string[], string[]] = [
  [
    'We have gone round this a few times now.',
    'Here I begin to run out of new words.',
    'That brings us back to where we were.',
    'I have given you most of what I have.',
    'My notes are thin at this point.',
    'You have nearly reached the end of my script.',
    'I notice that we are circling.',
  ],
  [
    'For anything beyond it {first_name} is the better address.',
    'A line to {email} would take you further than I can.',
    'Another subject may be more fruitful.',
    'A concrete case from your week would give me something to work with.',
    'A first call would settle more than I can in writing.',
    'I am happy to begin afresh with something else.',
  ],
  [
    'This was reply {n}, and I am still here.',
    'That makes {n} replies from me today.',
    'Counting this, I have answered {n} times; one more is no trouble.',
    'Reply {n}, and no hard feelings.',
    'After {n} answers I would gladly hear more from you.',
  ],
];
