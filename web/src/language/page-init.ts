import { timings } from "../constants";

/**
 * Starts the first page in the browser (specification, point 4): loads its data,
 * dispatches `pageDataLoaded`, sets the saved language after 100 ms and
 * dispatches `pageDataUpdated`. A failure is only logged: the page stays as the
 * server rendered it.
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
