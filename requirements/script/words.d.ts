/** What `/words.js` holds, which the program makes for each language: the sentences, under their English ones. */
declare const table: Record<string, string>;
export default table;
