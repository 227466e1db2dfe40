import { queryClient } from "../api/queries";

/** Ends the session and leaves the application, so that nothing of it stays in memory. */
export async function leave(end: () => Promise<void>): Promise<void> {
  await end();
  queryClient.clear();
  location.assign("/desk/sign-in");
}
