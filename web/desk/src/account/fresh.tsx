import { type ReactNode, useState } from "react";
import { ApiError } from "../api/client";
import { meQuery, queryClient } from "../api/queries";
import { useMe } from "../api/use-me";
import { Window } from "../parts/dialog";
import { errorText } from "../parts/messages";
import { notify } from "../parts/undo";
import { SignInForm } from "../sign-in/form";
import type { Texts } from "../texts/de";
import { useTexts } from "../texts/language";

/** Says what an error of the account means. */
export function accountError(error: unknown, texts: Texts): string {
  if (error instanceof DOMException) return texts.signIn.passkeyClosed;
  return errorText(error, texts);
}

/**
 * Runs changes that need a sign-in of the last minutes: the server says when that is too long ago, the
 * person signs in again, and the change runs once more.
 */
export function useFresh(): {
  run: (change: () => Promise<void>, conflict?: string) => Promise<boolean>;
  dialog: ReactNode;
} {
  const me = useMe();
  const texts = useTexts();
  const [waiting, setWaiting] = useState<(() => void) | null>(null);

  const run = async (change: () => Promise<void>, conflict = ""): Promise<boolean> => {
    try {
      await change();
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === "FRESH") {
        return new Promise((resolve) => setWaiting(() => () => resolve(run(change, conflict))));
      }
      const known = error instanceof ApiError && error.code === "CONFLICT" && conflict !== "";
      notify(`${texts.errors.notDone} ${known ? conflict : accountError(error, texts)}`, { alert: true });
      return false;
    }
  };
  const dialog = (
    <Window open={waiting !== null} onClose={() => setWaiting(null)} title={texts.account.freshTitle}>
      <div className="stack">
        <p className="u4">{texts.account.freshText}</p>
        <SignInForm
          done={(next) => {
            if (next.id !== me.id) return location.assign("/desk");
            queryClient.setQueryData(meQuery.queryKey, next);
            setWaiting(null);
            waiting?.();
          }}
        />
      </div>
    </Window>
  );
  return { run, dialog };
}
