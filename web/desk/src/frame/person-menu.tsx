import { Menu } from "@base-ui/react/menu";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { signOut, signOutEverywhere } from "../api/queries";
import { helpPages } from "../help/pages";
import { can, useMe } from "../api/use-me";
import { countDrafts } from "../model/drafts";
import { countPending } from "../model/reply-draft";
import { initials } from "../model/formats";
import { Window } from "../parts/dialog";
import { MenuPopup } from "../parts/menu";
import { errorText } from "../parts/messages";
import { notify } from "../parts/undo";
import { type Language, type Theme, useLanguage, useSettings, useTexts } from "../texts/language";
import { leave } from "./leave";
import { useSetupTexts } from "../texts/setup";
import { openOverlay } from "./overlay";

const themes: Theme[] = ["system", "light", "dark"];

/** Account, language, appearance, keys and signing out. */
export function PersonMenu() {
  const me = useMe();
  const texts = useTexts();
  const words = useSetupTexts();
  const navigate = useNavigate();
  const language = useLanguage();
  const { theme, singleKeys } = useSettings();
  const [ending, setEnding] = useState<(() => Promise<void>) | null>(null);
  const drafts = countDrafts(me.id) + countPending(me.id);

  const end = (how: () => Promise<void>) =>
    leave(how).catch((error: unknown) => notify(`${texts.errors.notDone} ${errorText(error, texts)}`, { alert: true }));
  const ask = (how: () => Promise<void>) => {
    if (countDrafts(me.id) + countPending(me.id) > 0) setEnding(() => how);
    else void end(how);
  };
  const label = `${me.name}, ${texts.roles[me.role]}`;
  return (
    <>
      <Menu.Root>
        <Menu.Trigger className="me" aria-label={`${initials(me.name)} ${label}`} title={label}>
          <span className="av">{initials(me.name)}</span>
        </Menu.Trigger>
        <MenuPopup label={texts.person.menu} offset={0}>
          <p className="menu-h">
            <b className="u">{me.name}</b>
            <span className="mut">
              {texts.roles[me.role]} · {me.email}
            </span>
          </p>
          <Menu.Item className="menu-i" onClick={() => void navigate({ to: "/account" })}>
            {texts.account.title}
          </Menu.Item>
          {can(me, "people.change") && (
            <Menu.Item className="menu-i" onClick={() => void navigate({ to: "/people" })}>
              {texts.people.title}
            </Menu.Item>
          )}
          <Menu.Group>
            <Menu.GroupLabel className="menu-g">{texts.person.language}</Menu.GroupLabel>
            <Menu.RadioGroup
              value={language}
              onValueChange={(value: Language) => useSettings.setState({ language: value })}
            >
              <Menu.RadioItem className="menu-i" value="de-DE" closeOnClick={false} lang="de">
                Deutsch
                <Menu.RadioItemIndicator className="menu-on" />
              </Menu.RadioItem>
              <Menu.RadioItem className="menu-i" value="en-US" closeOnClick={false} lang="en">
                English
                <Menu.RadioItemIndicator className="menu-on" />
              </Menu.RadioItem>
            </Menu.RadioGroup>
          </Menu.Group>
          <Menu.Group>
            <Menu.GroupLabel className="menu-g">{texts.person.theme}</Menu.GroupLabel>
            <Menu.RadioGroup value={theme} onValueChange={(value: Theme) => useSettings.setState({ theme: value })}>
              {themes.map((each) => (
                <Menu.RadioItem key={each} className="menu-i" value={each} closeOnClick={false}>
                  {texts.person.themes[each]}
                  <Menu.RadioItemIndicator className="menu-on" />
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Group>
          <Menu.Separator className="menu-l" />
          {can(me, "settings.change") && (
            <Menu.Item
              className="menu-i"
              onClick={() => void navigate({ to: "/settings/$page", params: { page: "requests" } })}
            >
              {words.settings}
            </Menu.Item>
          )}
          <Menu.CheckboxItem
            className="menu-i"
            checked={singleKeys}
            closeOnClick={false}
            onCheckedChange={(checked) => useSettings.setState({ singleKeys: checked })}
          >
            {texts.person.singleKeys}
            <Menu.CheckboxItemIndicator className="menu-on" />
          </Menu.CheckboxItem>
          <Menu.Item className="menu-i" onClick={() => openOverlay("keys")}>
            {texts.person.allKeys}
          </Menu.Item>
          <Menu.Item
            className="menu-i"
            onClick={() => void navigate({ to: "/help/$page", params: { page: helpPages[0] } })}
          >
            {texts.help.title}
          </Menu.Item>
          <Menu.Separator className="menu-l" />
          <Menu.Item className="menu-i" onClick={() => ask(signOutEverywhere)}>
            {texts.person.signOutEverywhere}
          </Menu.Item>
          <Menu.Item className="menu-i" onClick={() => ask(signOut)}>
            {texts.person.signOut}
          </Menu.Item>
        </MenuPopup>
      </Menu.Root>
      <Window
        open={ending !== null}
        onClose={() => setEnding(null)}
        title={texts.person.draftsTitle}
        footer={
          <>
            <button className="b" type="button" onClick={() => setEnding(null)}>
              {texts.cancel}
            </button>
            <button className="b b--d" type="button" onClick={() => ending && void end(ending)}>
              {texts.person.signOutAnyway}
            </button>
          </>
        }
      >
        <p className="u4">{texts.person.drafts(drafts)}</p>
      </Window>
    </>
  );
}
