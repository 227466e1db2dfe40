import { afterEach, expect, test, vi } from "vitest";
import { navigate } from "./navigate";

afterEach(() => vi.restoreAllMocks());

test("Navigation to an external URL: refused unless explicitly allowed", async () => {
  const left = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  for (const address of [
    "https://elsewhere.example/x",
    "//elsewhere.example",
    "javascript:alert(1)",
    "mailto:a@b.example",
  ]) {
    await expect(navigate(address)).rejects.toThrow("external URL is refused");
  }
  expect(left).not.toHaveBeenCalled();
  await navigate("https://elsewhere.example/x", { external: true });
  expect(String(left.mock.calls[0]?.[0])).toBe("https://elsewhere.example/x");
});
