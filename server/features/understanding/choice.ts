/** Prefix of the line sent when a visitor clicks a button with a subject. */
const ASKING_ABOUT = 'Tell me about ';

/** @param called the subject's name within a sentence */
export const askingAbout = (called: string): string => ASKING_ABOUT + called;

/** Whether a line may come from such a button. */
export const isChoice = (line: string): boolean => line.startsWith(ASKING_ABOUT);
