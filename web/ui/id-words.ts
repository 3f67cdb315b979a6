/** 'consulting inquiry': an id as words. */
export const spaced = (id: string) => id.replaceAll('_', ' ');

/** The same with a capital: 'Consulting inquiry'. */
export const sentenceCase = (id: string) => capitalised(spaced(id));

export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
