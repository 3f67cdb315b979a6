/** Lines of courtesy that do not depend on a personality. */

export const HELLOS = ['Hello.', 'Good to see you.', 'Welcome.', 'Hello to you.', 'And a good day to you.'];
export const LISTENING = ['I am listening.', 'Go ahead.', 'Whenever you are ready.'];
export const AFFIRM_BARE = ['Good.', 'Very well.', 'Glad to.', 'All right then.', 'Let us do that.', 'Fine.'];
export const DENY_LINES = [
  'All right, we leave that.',
  'That is fine; nothing depends on it.',
  'Understood, no pressure.',
  'Then not. There are other ways in.',
  'Fair, I will not press it.',
];
/** 'No' to a question. */
export const NO_IS_AN_ANSWER = ['Then not.', 'All right.', 'That is an answer too.', 'Good to know.', 'Fair enough.'];
export const UNSURE_LINES = [
  'Not knowing is a fine place to begin.',
  'Most people are not sure at this point.',
  'A rough guess is enough, and so is none.',
  'It does not have to be clear yet.',
];
export const LAUGH_LINES = [
  'Glad that landed.',
  'Noted, with pleasure.',
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
  'The boss goes on holiday for a week. Back at work everything runs, and nobody dares to mention it.',
  'I know one about teamwork, but the others have not turned up yet.',
  'A person and an AI walk into a bar. The person orders. The AI asks a clarifying question.',
  'Our weekly meeting was going to be about meetings, but it overran.',
  'The new software does the work of three people. It takes four to look after it.',
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
export const FEELING_LINES = [
  'I am sorry to hear it. I am a program and no substitute for somebody who knows you, but you may say it here.',
  'That is not nothing. Would it help to say a little more about it?',
  'It sounds like a hard stretch. I have no remedy for it, and I will not pretend to have one.',
  'Thank you for saying it. If part of it is about how the work is arranged, I can say something to that part.',
  'I hear that. A person will do you more good there than I can, and I mean that kindly.',
];
export const PRESENT = ['Still here.', 'I am, and in no hurry.', 'Yes, here. Go on when you like.', 'Here as before.'];
export const SELF_LINES = [
  'I have no life of that sort: notes, a little patience, and you.',
  'Nothing of the kind, I am a program; I would only be making it up to be good company.',
  'That is a question for somebody with a pulse. I have none, and no tastes either.',
];
export const SEND_LINES = [
  'From here I can send nothing, only tell. For anything on paper there is {email}.',
  'I have only words to give, no files. {email} is where you can ask for one.',
];
export const MODEL_LINES = [
  'No: what answers here is a program on this site, working from what {first_name} wrote down, without a language model behind it. An AI all the same, and not {first_name}.',
  'Not that, no. This answer was put together on this server from the notes of {name}; I am the AI twin and nothing larger.',
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
export const ACCUSED = [
  'Nothing can be bought in this conversation and no price agreed; I tell what {first_name} does, and you do with it what you like.',
  'You are free to think so. I answer questions here, and nothing follows from asking them.',
  'Then let us leave it there. {email} reaches a person, should you want one.',
  'Suspicion is fair with a program you do not know. Ask me something you can check.',
];
/** They put right what they meant. */
export const CORRECTED_LINES = [
  'Then I took you wrong; here it is.',
  'Ah, that one.',
  'Understood, that instead.',
  'Right, then so.',
];
export const RENAMED = ['{visitor}, then.', '{visitor}, thank you.', '{visitor} it is.', 'Right, {visitor}.'];
/** They need help and have not said what with. */
export const HELP_WITH = [
  'Gladly, as far as a twin can.',
  'Then let us see what it is about.',
  'Good that you ask.',
  'I will do what I can.',
];
/** 'Hiring' may mean either. */
export const HIRING_WHICH = [
  'Are you looking for people, or for work?',
  'Is it that you want to find people, or that you are looking for a job yourself?',
];
/** They are looking for people. */
export const HIRING_PEOPLE = [
  'Finding people is not what {first_name} does, so I have to pass on that one.',
  'I cannot find people for you; that is not what {first_name} does.',
];
