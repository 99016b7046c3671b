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

/** What a script may put into an element: an element, a text, lists of these; null, false and "" leave no trace. */
type Child = any;

/** What came back of a request; status 0: nothing did. */
type Answer = { status: number; body: any };

/** What was tapped stands for these options; `place` names the field or space, if it was one. */
type PickOptions = (options: Partial<OptionView>[], place?: string, sure?: boolean) => void;

/** Lets the virtual table do what hands would; gives the dice that lie there then. */
type Serve = () => Promise<VirtualDie[]>;

/** A field of a board or a space of a sheet: what only one of them has is missing in the other. */
type Place = Partial<FieldView> & Partial<SpaceView>;

/** What everybody sees of a table. */
type Table = ReturnType<typeof import("../../web/pages/shared/board/board.js").publicPart>;

/** Sends a command of the host; says whether it was taken. */
type SendCommand = (command: HostCommand) => Promise<boolean> | void;

/** Changes a setting; text null drops the choice. */
type ChooseSetting = (key: string, text: string | null) => Promise<{ ok: boolean; sentence: string }>;

/** How a board or a sheet is drawn on a page where something can be done with it. */
type Hands<Spot> = { doing?: (place: Spot) => Doing; onField?: (place: Spot) => void; onLook?: (place: Spot) => void; mark?: Child };

/** The board and the sheets on a player's own page. */
type FieldPanel = ReturnType<typeof import("../../web/pages/shared/asking/field.js").fieldPanel>;
