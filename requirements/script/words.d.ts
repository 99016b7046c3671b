/** What `/words.js` holds, which the program makes for each language: the sentences under their English ones, the
 * language's code, and which forms a number chooses between. */
export const table: Record<string, string>;
export const language: string;
export const forms: Intl.LDMLPluralRule[];
