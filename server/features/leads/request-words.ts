/** How the wish for a call is told among what is asked for. */
export const A_CALL = 'a call';
/** And that to work together. */
export const A_PARTNERSHIP = 'a partnership';
