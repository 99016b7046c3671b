// What a page of ours has besides the browser's own things.

/** What `stream.js` tells all scripts of a page. */
interface DocumentEventMap {
  "companion-packet": CustomEvent<Packet>;
}

/** Who looks for an element knows of which kind it is: the template stands beside the script. */
interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

interface Document {
  getElementById(id: string): any;
}

interface Element {
  closest(selector: string): any;
}

/** What a tap on a field or space would do; null: nothing. */
type Doing = { state: string; words: string; mark?: string } | null;
