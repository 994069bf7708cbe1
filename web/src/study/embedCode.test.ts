import { expect, test } from "vitest";
import { embedCode } from "./embedCode";

test("the code has the address of the turn", () => {
  const code = embedCode("https://play.example", "ab12", 7, ["Ann", "Ben"]);
  expect(code).toContain('src="https://play.example/embed/g/ab12?turn=7"');
  expect(code).toContain('title="Sixfold: Ann – Ben"');
  expect(embedCode("https://play.example", "ab12", 0, [])).toContain('/embed/g/ab12"');
});

test("no name can leave the attribute that it is in", () => {
  const code = embedCode("https://play.example", '"><script>', 0, ['"><script>alert(1)</script>&']);
  expect(code.match(/[<>]/g)).toHaveLength(4);
  expect(code.match(/"/g)).toHaveLength(12);
});
