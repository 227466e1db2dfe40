import { expect, test } from "vitest";
import { type Guard, passGuard } from "./guards";
import { matchRoute } from "./match-route";
import { type Route, routes } from "./routes";

const about = matchRoute("/about", "");
const table = (guard: string): Route[] => [{ name: "about", pattern: "/about", guard }];

test("Unknown route middleware: a route that names one cannot be opened", async () => {
  await expect(passGuard(about, table("members"))).rejects.toThrow("Unknown route middleware: members");
  await expect(passGuard(about, table("toString"))).rejects.toThrow("Unknown route middleware: toString");
});

test("a guard runs for its own route only, and rejects by throwing", async () => {
  const checked: string[] = [];
  const members: Guard = ({ path }) => {
    checked.push(path);
    if (path === "/about") throw new Error("members only");
  };
  await expect(passGuard(about, table("members"), { members })).rejects.toThrow("members only");
  await passGuard(matchRoute("/support", ""), table("members"), { members });
  expect(checked).toEqual(["/about"]);
});

test("every guard that the route table names is known", async () => {
  for (const { name, pattern } of routes) {
    await passGuard({ route: name, path: pattern, params: {}, search: {} });
  }
});
