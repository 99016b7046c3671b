// The wiring on one page, to be printed.

import { byId } from "../shared/core/dom.js";

byId("print").addEventListener("click", () => window.print());
