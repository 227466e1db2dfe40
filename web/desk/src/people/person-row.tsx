import { Menu } from "@base-ui/react/menu";
import { allRoles, changeRole, changeStatus, type Colleague, type Role, signOutAccount } from "../api/accounts";
import { longTime } from "../model/dates";
import { useNow } from "../parts/clock";
import { Icon } from "../parts/icon";
import { Avatar } from "../parts/marks";
import { MenuPopup } from "../parts/menu";
import type { Texts } from "../texts/de";
import { useLanguage, useTexts } from "../texts/language";

interface Props {
  person: Colleague;
  change: (what: () => Promise<void>) => void;
  again: (person: Colleague, send: boolean) => void;
  remove: (person: Colleague) => void;
}

export function PersonRow({ person, change, again, remove }: Props) {
  const texts = useTexts();
  const language = useLanguage();
  const now = useNow();
  const words = texts.people;
  const invited = person.status === "invited";
  const role = person.role === "" ? person.roleName || words.noRole : texts.roles[person.role];
  return (
    <tr>
      <td className="name">
        <span className="rowx rowx--n">
          <Avatar person={invited ? null : person} />
          <span>
            {invited && person.name === person.email ? words.invited : person.name}
            {(invited || person.name !== person.email) && <small>{person.email}</small>}
          </span>
        </span>
      </td>
      <td>
        <span className={person.role === "owner" ? "tag tag--k" : "tag"}>{role}</span>
      </td>
      <td className="mut">{invited ? words.notAccepted : words.sees[person.role || "none"]}</td>
      <td>
        {invited ? (
          <span className="mut">
            {person.invitation && Date.parse(person.invitation) > now
              ? words.linkUntil(longTime(person.invitation, now, language))
              : words.linkEnded}
          </span>
        ) : (
          <WayIn person={person} words={words} />
        )}
      </td>
      <td className="mut">{invited ? "" : person.seen ? longTime(person.seen, now, language) : words.never}</td>
      <td className="num">
        <span className="rowx rowx--e">
          {invited && (
            <button className="b b--s only-l" type="button" onClick={() => again(person, true)}>
              {words.sendAgain}
            </button>
          )}
          <Menu.Root>
            <Menu.Trigger className="b b--s b--i b--q" aria-label={words.menuOf(person.name)}>
              <Icon name="more" />
            </Menu.Trigger>
            <MenuPopup label={words.menuOf(person.name)}>
              <Menu.Group>
                <Menu.GroupLabel className="menu-g">{words.columns.role}</Menu.GroupLabel>
                <Menu.RadioGroup
                  value={person.role}
                  onValueChange={(next: Role) => change(() => changeRole(person.id, next))}
                >
                  {allRoles.map((each) => (
                    <Menu.RadioItem key={each} className="menu-i" value={each} closeOnClick>
                      {texts.roles[each]}
                      <Menu.RadioItemIndicator className="menu-on" />
                    </Menu.RadioItem>
                  ))}
                </Menu.RadioGroup>
              </Menu.Group>
              <Menu.Separator className="menu-l" />
              {invited ? (
                <>
                  <Menu.Item className="menu-i" onClick={() => again(person, true)}>
                    {words.sendAgain}
                  </Menu.Item>
                  <Menu.Item className="menu-i" onClick={() => again(person, false)}>
                    {words.newLink}
                  </Menu.Item>
                </>
              ) : (
                <Menu.Item className="menu-i" onClick={() => change(() => signOutAccount(person.id))}>
                  {words.signOut}
                </Menu.Item>
              )}
              {person.status === "active" && (
                <Menu.Item className="menu-i" onClick={() => change(() => changeStatus(person.id, "suspended"))}>
                  {words.suspend}
                </Menu.Item>
              )}
              {person.status === "suspended" && (
                <Menu.Item className="menu-i" onClick={() => change(() => changeStatus(person.id, "active"))}>
                  {words.activate}
                </Menu.Item>
              )}
              <Menu.Item className="menu-i" onClick={() => remove(person)}>
                {words.remove}
              </Menu.Item>
            </MenuPopup>
          </Menu.Root>
        </span>
      </td>
    </tr>
  );
}

/** How somebody signs in; one factor alone is marked. */
function WayIn({ person, words }: { person: Colleague; words: Texts["people"] }) {
  if (person.status !== "active")
    return (
      <span className="warn">{person.status === "suspended" ? words.suspended : words.status[person.status]}</span>
    );
  if (person.provider) return words.ways.provider(person.provider);
  if (person.passkeys > 0) return words.ways.passkeys(person.passkeys);
  if (!person.password) return <span className="mut">{words.ways.none}</span>;
  return person.codes ? words.ways.codes : <span className="warn">{words.ways.password}</span>;
}
