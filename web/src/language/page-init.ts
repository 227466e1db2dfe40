import { timings } from "../constants";

/**
 * The start of a page in the browser (specification, point 4): its data is
 * loaded, `pageDataLoaded` is emitted, after 100 ms the saved language is set,
 * `pageDataUpdated` is emitted. A failure is only logged: the page stays as the
 * server made it.
 */
export async function initPage(load: () => Promise<void>, setSavedLanguage: () => void): Promise<void> {
  try {
    await load();
    window.dispatchEvent(new Event("pageDataLoaded"));
    await new Promise((resolve) => {
      window.setTimeout(resolve, timings.init);
    });
    setSavedLanguage();
    window.dispatchEvent(new Event("pageDataUpdated"));
  } catch (error) {
    console.error("Language initialisation failed:", error);
  }
}
