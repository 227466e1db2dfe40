import { useQueryClient } from "@tanstack/react-query";
import { type ErrorComponentProps, Link, Outlet, useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useConnection } from "../api/connection";
import { followEvents } from "../api/live";
import { can, useMe } from "../api/use-me";
import { menuLayer } from "../parts/menu";
import { UndoBar, undoLast } from "../parts/undo";
import { useKeys } from "../parts/use-keys";
import { Empty, errorText } from "../parts/messages";
import { useLanguage, useTexts } from "../texts/language";
import { Bar, BottomBar } from "./bar";
import { KeysDialog } from "./keys-dialog";
import { OfflineBar } from "./offline-bar";
import { Palette } from "./palette";
import { RoleBand } from "./role-band";
import { SignedOut } from "./signed-out";
import { openOverlay, useOverlay } from "./overlay";
import { useNextRequest } from "./next-request";

/** What surrounds every screen: bars, palette, live events, and the dialogs of the connection. */
export function Frame() {
  const me = useMe();
  const texts = useTexts();
  const language = useLanguage();
  const navigate = useNavigate();
  const client = useQueryClient();
  const next = useNextRequest();
  const signedOut = useConnection((connection) => connection.signedOut);
  const overlay = useOverlay(({ name }) => name);
  const reads = can(me, "requests.read");

  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  useEffect(() => (signedOut || !reads ? undefined : followEvents()), [signedOut, reads]);

  const requests = () => void navigate({ to: "/requests", search: { view: "open" } });
  useKeys({
    "mod+k": () => openOverlay("palette"),
    "?": () => openOverlay("keys"),
    "mod+z": () => (undoLast(texts) ? undefined : false),
    ...(reads ? { "g a": requests, "g n": () => void next() } : {}),
    "g d": () => void navigate({ to: "/" }),
  });

  const first = useLocation({ select: ({ pathname }) => pathname }) === "/";
  return (
    <>
      <a className="skip" href="#main">
        {texts.toContent}
      </a>
      <Bar />
      <OfflineBar retry={() => void client.refetchQueries({ type: "active" })} />
      {first && <RoleBand />}
      <Outlet />
      <BottomBar />
      <section ref={menuLayer} aria-label={texts.person.menus} />
      <UndoBar />
      <Palette open={overlay === "palette"} />
      <KeysDialog open={overlay === "keys"} />
      {signedOut && <SignedOut />}
    </>
  );
}

/** An address that does not exist. */
export function NotFound() {
  const texts = useTexts();
  return (
    <main id="main">
      <Empty title={texts.errors.page} text={location.pathname}>
        <Link className="b" to="/">
          {texts.errors.toOverview}
        </Link>
      </Empty>
    </main>
  );
}

/** A screen that ran into an error. */
export function Broken({ error }: ErrorComponentProps) {
  const texts = useTexts();
  const [shown] = useState(() => errorText(error, texts));
  return (
    <main id="main" role="alert">
      <Empty title={texts.errors.broken} text={shown}>
        <button className="b" type="button" onClick={() => location.reload()}>
          {texts.errors.reload}
        </button>
      </Empty>
    </main>
  );
}
