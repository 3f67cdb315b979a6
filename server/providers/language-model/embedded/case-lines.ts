/** Lines about what the visitor told: `{case}` is their own words turned round, `{Case}` the same with a capital letter. */

/** Said back, when it begins small. */
export const REFLECTED = [
  'So {case}.',
  'If I have it right, {case}.',
  'I hear that {case}.',
  'Then {case}; that I will keep in view.',
  'In other words, {case}.',
];
/** Said back, however it begins. */
export const REFLECTED_WHOLE = [
  '{Case}: understood.',
  '{Case}; I have that.',
  '{Case}. That belongs to the picture.',
  '{Case}: that is worth knowing.',
  '{Case}. I follow.',
];
/** What was tried, and what is so all the same. */
export const STILL = ['{Tried}, and still {case}.', '{Tried}; all the same, {case}.', '{Tried}, and yet {case}.'];
/** Before the first step of the method, applied to what was told. */
export const APPLIED = [
  'For your case, where {case}:',
  'Applied to what you told me, that {case}:',
  'Going by what you told me, that {case}:',
];
/** Before what answers a need or a doubt that was told. */
export const NEED_LEAD = [
  'Then this belongs on the table.',
  'That can be answered.',
  'It is a fair point, and there is something to it in my notes.',
  'Good to have that out early.',
  'There is an answer to that.',
  'That comes up often, and rightly.',
];
/** They want to think, or to talk with somebody first. */
export const LATER = [
  'Of course, take the time. {email} stays where it is.',
  'That is sensible. Nothing here runs out, and {email} will still reach {first_name}.',
  'By all means. Come back here or write to {email} when it is clearer.',
  'Gladly; a decision that was slept on holds better.',
];
/** They left an address, and the conversation is kept. */
export const EMAIL_KEPT = [
  'Thank you, I have {email_visitor}; {first_name} reads this conversation and answers there.',
  'Noted: {email_visitor}. {first_name} finds it in this conversation and writes to you.',
  'Good, {email_visitor} it is. {first_name} sees it here and gets back to you.',
];
/** They left an address, and the conversation is not kept. */
export const EMAIL_NOT_KEPT = [
  'Thank you. You chose that this conversation is not kept, so the address will be gone when it ends: a line from you to {email} is what reaches {first_name}.',
  'Kind of you, but nothing written here stays, as you chose, and {first_name} would not see it. Please send that line to {email}.',
  'That would get lost, since this conversation is not kept. {email} is the way to {first_name}.',
];
/** Asked for a call when the conversation is not kept. */
export const WRITE_THERE = [
  'Since this conversation is not kept, the way is a line to {email} with a time that suits you.',
  'Two lines to {email} and a time that suits you are all it takes; what is written here does not stay.',
];
/** They named a time, and the conversation is not kept. */
export const TIME_NOT_KEPT = [
  'Put that into your line to {email}, so that {first_name} has it; here it would be gone when we end.',
  'A good time. Please write it to {email}, since nothing of this conversation stays.',
];
/** Asked for an answer by someone whose address is known and kept. */
export const HAVE_EMAIL_KEPT = [
  'Your address is here already, and {first_name} answers there.',
  'I have {email_visitor} from you, so {first_name} can write to you.',
];
/** The next step that was agreed, in a sentence. */
export const AGREED_WITH_TIME = [
  'So {first_name} writes to {email_visitor} about a first call, with {time} as your wish.',
  'As it stands: {first_name} answers at {email_visitor}, and you would like {time}.',
];
export const AGREED = [
  'So the next step is with {first_name}, who writes to {email_visitor} about a first call.',
  'As it stands, {first_name} answers you at {email_visitor}.',
];
/** The same when nothing is kept: the step is the visitor's. */
export const AGREED_NOT_KEPT = [
  'The next step is yours: a line to {email} with a time for a first call.',
  'What remains is your line to {email}; with that a first call can be arranged.',
];
/** The price is too high for them. */
export const DEAR_LEAD = ['Fair to say so.', 'It is a lot of money, and it should be weighed.', 'Understood.'];
/** A call was asked for by the form: `{wish}` is their own words for the time, in quotation marks. */
export const CALL_ASKED = [
  'Your wish for a call is noted for {first_name}: {wish}. The answer goes to {email_call}; the hour is fixed once {first_name} has written, which I cannot see from here.',
  'It went through as a wish: {wish}. {first_name} confirms it at {email_call}; until that has come, nothing is fixed.',
  'I have it here: a call, {wish}. Whether {first_name} has confirmed I cannot see; the answer comes to {email_call}.',
  'The call is asked for, {wish}, and with {first_name} now. The exact hour comes to {email_call}; a newer wish under “Next steps” would replace this one.',
  'Nothing has changed on my side: {wish} is what {first_name} has from you, and {email_call} is where the answer goes.',
];
/** Asked how to change a call that was asked for. */
export const CALL_CHANGED = [
  'Noted so far is {wish}. “Change call” under “Next steps” replaces it with another time or address; two lines to {email} do too, also to call it off.',
  'The newest wish counts: under “Next steps”, “Change call” takes another time in place of {wish}. To call it off, write to {email}.',
];
/** Asked about a call when none was asked for by the form. */
export const NO_CALL = [
  'No call is booked through me: a date is fixed only when {first_name} has written to you. A line to {email} with a time that suits you is the sure way.',
  'I have no booked call here, and would rather say so than guess. Write to {email} with a time that suits you, and {first_name} answers.',
  'There is no appointment that I know of. What {first_name} may have agreed with you elsewhere I cannot see; {email} is where to ask.',
];
/** The same when they told in the talk when and where they would like one. */
export const NOT_BOOKED = [
  'Nothing is fixed yet: that takes a line from {first_name}.',
  'Not booked, but not lost either.',
  'No date stands so far.',
];
/** The same when nothing is kept. */
export const NO_CALL_NOT_KEPT = [
  'No: this conversation is not kept, so no call could be noted in it. A line to {email} with a time that suits you is the way.',
  'Nothing is booked here, since nothing of this conversation stays, as you chose. {email} reaches {first_name}.',
];
/** Told that the answer was none. */
export const MISSED = [
  'True, that went past your question.',
  'You are right, I owe you a better one.',
  'Fair. Once more, then.',
];
/** Asked for more advice than the notes have. */
export const ADVICE_ENDS = [
  'More than that I would not advise from a few lines; it takes a look at how it really goes.',
  'Here general advice ends and your own case begins, and that needs eyes on it.',
];
/** Before a story from the visitor's own trade. */
export const IN_TRADE = [
  'The nearest to {trade} in my notes is this.',
  'There is a story close to {trade}.',
  'Near to {trade}, yes:',
];
/** Asked about a trade that the notes do not name. */
export const TRADE_NOT_NAMED = [
  'Honestly, my notes name no client quite like {trade}.',
  'I know of no work with {trade} as such, and will not invent any.',
  'My notes do not name {trade} among the clients.',
];
/** Before advice, for a trade that was told. */
export const APPLIED_TRADE = ['In {trade} as elsewhere:', 'For {trade} I would take it the same way.'];
/** It cannot wait, and the twin cannot fetch anybody. */
export const URGENT_LINES = [
  'Then plainly: I cannot reach {first_name} from here or promise a call today. A line to {email} that says it is urgent is the direct way.',
  'From where I am there is no way to ring {first_name}; what there is: {email}, with the hour by which you need an answer.',
  'I have no way to call {first_name} to you; write to {email} at once and put the date in the first line.',
];
/** What one can do at once; a thought of the program's own, and said to be one. */
export const URGENT_STEP = [
  'Until then, from a program and not from {first_name}: list what must happen by the deadline and do the first thing on it; the rest can wait.',
  'Meanwhile, as a first aid of mine: write down the one thing that cannot wait, and leave the rest for later.',
];
/** They have a purpose of their own and no company to be asked about. */
export const OUTSIDER_LINES = [
  'Then ask what you need: what {first_name} wrote down about the work I can tell, and where that ends I say so.',
  'Good to know whom I am talking with. Ask me anything about the work; for the person there is {email}.',
];
/** They left a telephone number. */
export const PHONE_KEPT = [
  'I have {phone}; {first_name} finds it in this conversation. I cannot dial or promise an hour.',
  'Noted: {phone}. {first_name} reads it here; when a call comes is not mine to promise.',
];
export const PHONE_NOT_KEPT = [
  'This conversation is not kept, so the number would be lost: please send it to {email}.',
  'Better to send that number to {email}, since nothing written here stays.',
];
export const PHONE_NOTED = [
  'I see {phone}. It reaches {first_name} only if you agreed that this conversation is kept; a line to {email} is certain to arrive.',
  'Thank you. If you did not agree to keeping this conversation, please send the number to {email} too.',
];
/** They left a telephone number and want to be called. */
export const CALL_KEPT = [
  'You would like to be called at {phone}: {first_name} finds that in this conversation. I cannot dial or promise an hour.',
  'A call to {phone}, then. {first_name} reads your wish here; when the call comes is not mine to promise.',
];
export const CALL_NOT_KEPT = [
  'You would like to be called, but this conversation is not kept and the number would be lost: please send it to {email}.',
  'For that call {first_name} needs your number at {email}, since nothing written here stays.',
];
export const CALL_NOTED = [
  'You would like to be called at {phone}. {first_name} learns of it if you agreed that this conversation is kept; a line to {email} is certain to arrive.',
  'A call to {phone}, then. If you did not agree to keeping this conversation, please send that wish to {email} too.',
];
/** How somebody without a company gets to the person. */
export const WRITE_TO = [
  'A letter to {email} is the way: say what it is for and by when, and {first_name} answers in person.',
  'Two lines to {email} on what you are working on are enough; {first_name} reads them.',
  'That is for {first_name} to say, and {email} is where to ask.',
];
/** They tell, and nothing is to be asked just now. */
export const GO_ON_TELLING = [
  'Go on, if there is more to it.',
  'Take your time; I would rather hear all of it than answer half.',
  'Tell me what usually happens next, if you like.',
  'I follow so far.',
];
/** Asked in words to be called, where it is kept: `{time}` in their own words. */
export const CALL_WISH_HEARD_AT = [
  'Noted for {first_name}: you would like a call, “{time}”.',
  'Your wish stands here for {first_name}: a call, “{time}”.',
];
export const CALL_WISH_HEARD = [
  'Noted for {first_name}: you would like a call.',
  'Your wish for a call stands here for {first_name}.',
];
/** The same where it is unknown whether it is kept. */
export const CALL_WISH_PERHAPS = [
  'If you agreed that this conversation is kept, {first_name} finds your wish for a call here; otherwise an email to {email} is certain to arrive.',
];
/** `{reach}` is their number or address. */
export const REACH_FOR_CALL = ['The answer goes to {reach}.', '{reach} stands beside it.'];
export const WHICH_NUMBER = ['Which number should it be?', 'On which number can you be called?'];
/** No hour is promised. */
export const HOUR_NOT_MINE = [
  'I see no calendar and cannot promise the hour: {first_name} confirms it or names another.',
  'The hour is fixed only when {first_name} has confirmed it.',
];
export const OTHER_HOUR = [
  'Then {first_name} names another hour; nothing is fixed before you have that in writing.',
  'In that case you get another time from {first_name}, and your wish stays noted meanwhile.',
];
/** What stands of it. */
export const CALL_WISH_STANDS_AT = [
  'A call, “{time}”, {reach}: so it is noted. It becomes an appointment when {first_name} confirms it.',
  'What stands is your wish: “{time}”, {reach}. Whether that hour holds is for {first_name} to confirm.',
  'It is a wish so far and no appointment: “{time}”, {reach}. The confirmation comes from {first_name}.',
];
export const CALL_WISH_STANDS = [
  'What stands is your wish for a call, {time}. {first_name} confirms it or names another hour.',
  'So far it is a wish and no appointment: {time}. The confirmation is for {first_name} to give.',
];
/** They want no call, or none any more. */
export const NO_CALL_THEN = [
  'No call, then: from here nothing is left of it.',
  'Understood: no call.',
  'Very well, it stays without a call.',
];
/** What comes in its place, where the conversation is kept. */
export const WRITTEN_INSTEAD = [
  '{first_name} reads this conversation and writes to {reach}.',
  'What there is to say, {first_name} writes to {reach}.',
];
export const WRITTEN_WHERE = [
  'Should {first_name} write to you, an address is all it needs.',
  'If an answer in writing would help, leave an address here.',
];
/** Somebody offers something. */
export const AS_FOR_OFFERS = [
  'I am the AI twin and can neither buy nor decide on an offer.',
  'Offers are not decided here: I am the AI twin.',
];
export const OFFERS_THERE = [
  'The address for it is {email}; a few lines on what you have in mind are enough.',
  'A few lines to {email} are the way, with what it would come to.',
];
/** Somebody looks for work, or brings a candidate. */
export const AS_FOR_WORK = [
  'Who works here is not decided in this window: I am the AI twin.',
  'I am the AI twin and can take neither applications nor candidates.',
];
export const WORK_THERE = [
  'To be kept in mind all the same, a short letter to {email} is the way.',
  'Should you want {first_name} to know of it, write a few lines to {email}.',
];
/** More of the same. */
export const WITH_THE_OFFER = [
  'That belongs in the same letter to {email}.',
  'Put that to {first_name} too, at {email}; it is not for me to answer.',
  'For that as well {email} is the address.',
];
