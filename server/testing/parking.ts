/** A knowledge file that the sample twin does not have. */
export const PARKING = 'knowledge/parking.md';
/** Its text, with an answer to "Where can I park my car?". */
export const parking = (answer: string) => `---
topic: parking
tags: [start]
---

## Where one parks {#parking}
Called: parking
Asks: where can I park my car; is there a car park; where do I leave my car

${answer}
`;
