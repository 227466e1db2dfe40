import puppeteer from "puppeteer-core";
import { type Engine, type Tab, until } from "./tab";

/** Starts Debian's Firefox and drives it through WebDriver BiDi. */
export async function startFirefox(): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
  });
  return {
    open: async (origin) => {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      const pageErrors: string[] = [];
      page.on("console", (message) => pageErrors.push(`${message.type()}: ${message.text()}`));
      page.on("pageerror", (error) => pageErrors.push(`uncaught: ${String(error)}`));
      const tab: Tab = {
        goto: async (url, ready) => {
          await page.goto(url);
          await until(() => page.evaluate(ready));
        },
        // Not goBack(): it waits for a load event, which a document from the back/forward cache does not fire.
        back: () => page.evaluate(() => history.back()),
        forward: () => page.evaluate(() => history.forward()),
        resize: (width, height) => page.setViewport({ width, height }),
        click: (selector) => page.click(selector),
        type: (text) => page.keyboard.type(text),
        press: (key) => page.keyboard.press(key),
        evaluate: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
        pageErrors: async () => pageErrors,
        close: () => context.close(),
      };
      return { tab, url: origin };
    },
    stop: () => browser.close(),
  };
}
