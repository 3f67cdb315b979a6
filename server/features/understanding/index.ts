export { escapeRegExp, namesOf, withConsultant } from './consultant.ts';
export { endingOf } from './ending.ts';
export {
  beginOf,
  type EntityModel,
  featuresOf,
  KINDS,
  type Kind,
  parsedIn,
  phraseOf,
  spansOf,
  TAG_COUNT,
  transitionsOf,
} from './entities.ts';
export { lineFeatures, shippedLineModel } from './line-model.ts';
export {
  type Example,
  type Features,
  type FitOptions,
  fitLinear,
  type LinearModel,
  probabilitiesOf,
  unpackModel,
} from './linear-model.ts';
export { createMask, type Identity, type MaskKinds, type MaskWords } from './mask.ts';
export { MASK_WORDS } from './mask-words.ts';
export { fitNetwork, type LabelledText, type Network, rowsOf, scoresOf } from './network.ts';
export { isOffRecord, saysOffRecord } from './off-record.ts';
export { addressesIn, isOthersAddress } from './parsers/addresses.ts';
export { bareness, namesTime, speaksOfMeeting } from './parsers/appointments.ts';
export { type Correction, correctionIn } from './parsers/corrections.ts';
export { dayIn, timeWordsOf } from './parsers/dates.ts';
export { sizeIn } from './parsers/money.ts';
export { GERMAN_RELATIONS } from './parsers/others-names.ts';
export { phoneIn } from './parsers/phones.ts';
export { joinWishes, type TimeWish, timeWishIn } from './parsers/time-wishes.ts';
export { compilePhraseTables, hintsIn, type PhraseRow, PhraseTable, readPhraseRows, signsIn } from './phrase-tables.ts';
export { lastWordsOf, plainQuestion, sentencesOf, type Token, tokensOf } from './sentences.ts';
export { createUnderstand } from './understand.ts';
export {
  ACTS,
  type Act,
  askingAbout,
  type Entity,
  FLAGS,
  isAboutWork,
  isChoice,
  mayBeEmergency,
  REQUESTS,
  type Request,
  type Sentence,
  SUBJECTS,
  type Subject,
  type Understand,
  type Understanding,
  URGENT_FLAGS,
} from './understanding.ts';
