/** The name of the memory list, used on the chat's buttons for it, as its title and in the twin's words. */
export const REMEMBERED_TITLE = 'What I remember about you';
