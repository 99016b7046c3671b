/** What `/words.js` holds, which the program makes for each language: its code, the forms that a number chooses between
 * there, by their names in Unicode's CLDR, and the sentences, under their English ones. */
export const language: string;
export const forms: readonly string[];
export const table: Record<string, string>;
