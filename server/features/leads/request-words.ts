export const A_CALL = 'a call';
export const A_PARTNERSHIP = 'a partnership';
