/** What a visitor sends who chose a subject that was offered as a button. */
const ASKING_ABOUT = 'Tell me about ';

/** @param called how the subject is called in a sentence */
export const askingAbout = (called: string): string => ASKING_ABOUT + called;

/** Whether a line may be such a choice. */
export const isChoice = (line: string): boolean => line.startsWith(ASKING_ABOUT);
