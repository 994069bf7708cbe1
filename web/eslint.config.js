import svelte from "eslint-plugin-svelte";
import tseslint from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default tseslint.config(
  { ignores: ["dist", "node_modules", "src/service-worker.js"] },
  ...tseslint.configs.strict,
  ...svelte.configs.recommended,
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: tseslint.parser, svelteConfig } },
  },
  {
    rules: {
      eqeqeq: "error",
      "no-console": "error",
      // Sets and maps that are drawn from are replaced, never changed.
      "svelte/prefer-svelte-reactivity": "off",
      // The app writes only its own drawings to the page.
      "svelte/no-at-html-tags": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
    },
  },
);
