/** The name of the memory list in the twin's words; the page has it in its own language (`memory.title`). */
export const REMEMBERED_TITLE = 'What I remember about you';
