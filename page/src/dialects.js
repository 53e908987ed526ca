/** The ids of the dialects. */
export const DIALECTS = ["betza", "extended", "bex", "betza2", "xbetza", "fsf"];
