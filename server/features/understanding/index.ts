export { isAboutWork } from './about-work.ts';
export { askingAbout, isChoice } from './choice.ts';
export { namesOf, withConsultant } from './consultant.ts';
export { type EntityModel, phraseOf } from './entities.ts';
export { lineFeatures } from './line-model.ts';
export {
  type Example,
  type Features,
  type FitOptions,
  fitLinear,
  type LinearModel,
  probabilitiesOf,
  unpackModel,
} from './linear-model.ts';
export { fitNetwork, type LabelledText, type Network, rowsOf, scoresOf } from './network.ts';
export { isOffRecord, saysOffRecord } from './off-record.ts';
export { addressesIn, isOthersAddress } from './parsers/addresses.ts';
export { type Correction, correctionIn } from './parsers/corrections.ts';
export { dayIn, singularDays } from './parsers/day.ts';
export { phoneIn } from './parsers/phones.ts';
export { sizeIn } from './parsers/sizes.ts';
export { TIME, timeWordsOf } from './parsers/times.ts';
export { hintsIn, PhraseTable, readPhraseRows, signsIn, warm } from './phrase-tables.ts';
export { plainQuestion } from './plain-question.ts';
export { lastWordsOf, sentencesOf } from './sentences.ts';
export { shippedLineModel } from './shipped-line-model.ts';
export { beginOf, featuresOf, KINDS, type Kind, parsedIn, spansOf, TAG_COUNT, transitionsOf } from './tagger.ts';
export { type Token, tokensOf } from './tokens.ts';
export { createUnderstand } from './understand.ts';
export {
  ACTS,
  type Act,
  type Entity,
  FLAGS,
  REQUESTS,
  type Request,
  type Sentence,
  SUBJECTS,
  type Subject,
  type Understand,
  type Understanding,
} from './understanding.ts';
