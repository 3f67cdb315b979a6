/** Lines that do not depend on a personality. `{n}` is the number of the reply, which makes a last resort unique. */

export const PRICE_LINES = [
  '{Service} is usually {price}, for {duration}.',
  'For {service} the usual figure is {price}; it takes {duration}.',
  '{Service}: {price}, and {duration} in all.',
];
export const PRICE_CAVEAT = [
  'That is the usual figure and not an offer; the written proposal counts.',
  'Take it as a guide: what is binding comes from {first_name} in writing.',
  'It may differ in your case, and only the written proposal holds.',
];
export const DURATION_LINES = [
  '{Service} takes {duration}.',
  'Count on {duration} for {service}.',
  'For {service} it is {duration}, as a rule.',
];
export const NO_COMMITMENT = [
  'I cannot agree to that: prices, discounts and dates are only ever confirmed by {first_name}, in writing.',
  'That is not mine to give. Whatever is binding comes from {first_name} in a written proposal.',
  "No promise of that kind from me; I am the twin, and the pen is in {first_name}'s hand.",
  'I can repeat the usual figures as often as you like, but I cannot change or confirm them.',
];
export const EMAIL_NOTED = [
  'I have {email_visitor}. If you agreed that this conversation is kept, {first_name} finds it here; otherwise a line to {email} is certain to arrive.',
  'Noted: {email_visitor}. {first_name} reads kept conversations; if you did not agree to keeping this one, write to {email}.',
  'Thank you, {email_visitor} it is. Without your consent nothing here is kept, so in that case please write to {email}.',
];
export const ASK_TIME = [
  'Which days and hours would suit you for a first call?',
  'When would a half-hour call suit you?',
  'Which time of the week is best for you?',
];
export const ASK_EMAIL = [
  'At which email address may {first_name} answer you?',
  'Where should the answer go: which email address is best?',
  'Which email address would you like to be written to?',
];
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
export const NO_CONTACT_LINES = [
  'Understood: no call, no email. Ask what you like here, and should you change your mind, {email} is the way.',
  'Agreed, I will not ask for an address or a time. What is said here is enough.',
  'That is noted, and I will leave the subject of calls alone.',
  'Of course. Nobody has to be contacted for you to read on.',
];
export const MODEL_LINES = [
  'No: what answers here is a program on this site, working from what {first_name} wrote down, without a language model behind it. An AI all the same, and not {first_name}.',
  'Not that, no. This answer was put together on this server from the notes of {name}; I am the AI twin and nothing larger.',
];
export const NO_SUCH_STORY = [
  'I have no story of exactly that kind; the nearest one I may tell is this.',
  'None of the stories I was given is quite that. The closest:',
  'That very case I do not have, and I will not invent one. What I do have:',
];
export const NO_MORE_STORIES = [
  'I have told you all the stories that I have on that.',
  'That was the last story of that kind in my notes.',
];
export const CAN_HELP = [
  'From what you describe, yes, that is the kind of thing {first_name} is called for.',
  'Yes, I think so: what you describe is near to what {first_name} does.',
  'It sounds like it, though only {first_name} can say so for certain.',
];
export const SERVICE_FITS = [
  'The usual way in would be {service}: {summary}',
  'What fits at that point is mostly {service}: {summary}',
];
export const WHERE_WE_WERE = [
  'Welcome back. We were at {topic}.',
  'The last thing we spoke of was {topic}.',
  'We had come as far as {topic}.',
];
export const GO_ON = [
  'Say the word and I go on from there, or ask something new.',
  'There is more to tell about it, if you like.',
  'We can go on there or begin elsewhere.',
];
export const ALREADY_HAVE_EMAIL = [
  'I have your address already, so {first_name} can answer if you agreed to this conversation being kept.',
  'Your address is here already; a line to {email} is the sure way if you chose not to keep this conversation.',
];
export const TIME_NOTED = [
  'Noted. {first_name} confirms by email; a date is fixed only once that has come.',
  'Good, that goes with the rest. The confirmation comes from {first_name} in person.',
  'I have put that down as your wish. {first_name} settles the exact hour by email.',
];
export const RELATED = [
  'There is a case close to that.',
  'That reminds me of a client.',
  'Somebody else stood nearly there.',
  'A story from the files fits here.',
];
export const DURATIONS = ['It depends on the piece: {list}.', 'Roughly, {list}.'];
export const PUSHBACK = [
  "You may be right; it is {first_name}'s view and not a law.",
  'Fair objection. I can only lay out what it rests on.',
  'Doubt is welcome here, and I would not want to be believed too quickly.',
  'I will not argue you into it.',
];
export const LISTENING = ['I am listening.', 'Go ahead.', 'Whenever you are ready.'];
export const AFFIRM_BARE = ['Good.', 'Very well.', 'Glad to.', 'All right then.', 'Let us do that.', 'Fine.'];
export const DENY_LINES = [
  'All right, we leave that.',
  'That is fine; nothing depends on it.',
  'Understood, no pressure.',
  'Then not. There are other ways in.',
  'Fair, I will not press it.',
];
export const UNSURE_LINES = [
  'Not knowing is a fine place to begin.',
  'Most people are not sure at this point.',
  'A rough guess is enough, and so is none.',
  'It does not have to be clear yet.',
];
export const LAUGH_LINES = [
  'Glad that landed.',
  'I will put that in the show report.',
  'Good, a laugh counts double in text.',
  'I would smile if I had the equipment.',
];
export const PRAISE_LINES = [
  'I am glad it is of use.',
  'Kind of you to say so.',
  'Good to hear.',
  'I will pass that on to the author of my notes.',
];
export const APOLOGY_LINES = [
  'Nothing to be sorry for.',
  'No harm done.',
  'Not at all, go on.',
  'You need not apologise to me.',
];
export const NO_QUESTIONS_LINES = [
  'Agreed, no more questions from me. Ask what you like.',
  'Point taken. I will answer and not ask.',
  'Understood, from here on you ask and I answer.',
];
export const JOKES = [
  'A founder goes on holiday for a week. When she comes back, everything works, and nobody dares to tell her.',
  'I know one about delegation, but I have asked somebody else to tell it.',
  'A consultant, a stage manager and an AI walk into a bar. Only one of them knew when.',
  'Our weekly meeting was going to be about meetings, but it overran.',
  'An understudy waited eleven years for the lead to fall ill. She was the only one who knew where the fuse box was, so they never let her on.',
];
export const DISTRESS_LINES = [
  'I am an AI and not the right help for this, but please do not stay alone with it. Call your local emergency number or a crisis line, or the person nearest to you, now. findahelpline.com lists lines in most countries.',
  'This matters more than anything else here. Please talk to somebody right now: a crisis line, your doctor, a friend, or the emergency number where you are. I am only an AI, and you deserve a person.',
];
export const FOREIGN_LINES = [
  "I can answer in English: about {first_name}'s services, prices, way of working and how to get in touch.",
  'In English I can tell you what {first_name} does, what it costs and how it begins.',
  "Written in English, any question about {first_name}'s work will get an answer here.",
];
export const FOREIGN_SPOKEN = [
  '{first_name} in person works in {language}: {email}.',
  'A letter in {language} to {email} is welcome; {first_name} reads it.',
];
export const FOREIGN_AGAIN = [
  'Still {language}, I believe, and still only English on my side. {email} is the better door for you.',
  'I recognise {language}, and that is as far as I get. Try English, or write to {email}.',
  'For {language} you need the person and not the twin: {email}.',
];
export const DISCLOSURE = [
  'First things first: I am an AI, the twin of {name}.',
  'So that it is said at once: you are talking with an AI, the twin of {name}.',
];
export const COVERED = [
  'On {topic} I have told you all that I was given.',
  'That is as far as my notes on {topic} go.',
  'I would only be repeating myself on {topic} now.',
  'About {topic} you know by now what I know.',
];
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
export const POINTERS = [
  'If you like, ask me about {hint}.',
  'There is more in my notes on {hint}.',
  'You have not asked about {hint} yet.',
  'I could tell you about {hint}, for instance.',
  'People often want to know about {hint}.',
  'We could look at {hint} next.',
  'My notes are good on {hint}.',
];
export const NEAREST = [
  'I have nothing on exactly that; the nearest I know is this.',
  'Not precisely what you ask, but near it:',
  'My notes do not cover that point itself. What they do say:',
  'I can only answer the neighbouring question.',
];
export const REFER = [
  '{first_name} would know: {email}.',
  'That is one for {first_name} in person, at {email}.',
  'A short note to {email} will get you a real answer.',
];
export const SIZE_NOTED = ['{size} people, good to know.', 'So {size} of you.', '{size}, then.'];
export const NOTED = [
  'Noted.',
  'Good to know.',
  'That helps.',
  'I will keep that in mind.',
  'Thank you for telling me.',
  'That is useful.',
];
export const OPINION_LEAD = [
  '{first_name} has a sentence for moments like this:',
  'Something {first_name} likes to say:',
  'One line from the notebook:',
  'A thought to leave here:',
  'As {first_name} puts it:',
];
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
