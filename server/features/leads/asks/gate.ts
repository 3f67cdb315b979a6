/** A sentence that tells what somebody else says is none of the visitor's own asking. */
export const DIALOGUE_GATE =
  /\b(?:he|she|they|customers?|clients?|everyone|everybody|people|staff) (?:says?|said|tells? (?:me|us)|asks?|asked|shouts?|goes|went),? ?["'“:]|["“][^"”]{0,80}["”],? (?:he|she|they|say|said) /i;
