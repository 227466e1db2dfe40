import { useConnection } from "../api/connection";
import { meQuery, queryClient } from "../api/queries";
import { useMe } from "../api/use-me";
import { Window } from "../parts/dialog";
import { SignInForm } from "../sign-in/form";
import { useTexts } from "../texts/language";

/** Signing in over the page whose session has ended: what was typed stays. */
export function SignedOut() {
  const me = useMe();
  const texts = useTexts();
  return (
    <Window open firm onClose={() => undefined} title={texts.signedOut.title}>
      <div className="stack">
        <p className="u4">{texts.signedOut.text}</p>
        <SignInForm
          done={(next) => {
            // Nothing of one person stays on the page of another.
            if (next.id !== me.id) return location.assign("/desk");
            queryClient.setQueryData(meQuery.queryKey, next);
            useConnection.setState({ signedOut: false });
            void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "me" });
          }}
        />
      </div>
    </Window>
  );
}
