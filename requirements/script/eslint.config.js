// Style of the pages' scripts, beside their types in jsconfig.json.

import js from "@eslint/js";
import globals from "globals";

const MOST_BRANCHES = 15;

export default [
  js.configs.recommended,
  {
    languageOptions: { globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: { complexity: ["error", MOST_BRANCHES] },
  },
];
