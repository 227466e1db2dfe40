import { useMe } from "../api/use-me";
import { useSettings, useTexts } from "../texts/language";

/** What a new role may do and does not see, until it is closed. */
export function RoleBand() {
  const { id, role } = useMe();
  const texts = useTexts();
  const seen = useSettings(({ seenRole }) => seenRole);
  const own = `${id} ${role}`;
  if (seen === own) return null;
  return (
    <aside className="rolebox" aria-label={texts.role.title}>
      <h2 className="h3">
        {texts.role.title}: {texts.roles[role]}
      </h2>
      <p>
        <span className="mut">{texts.invite.may}</span> {texts.role.may[role].join(", ")}
      </p>
      <p>
        <span className="mut">{texts.invite.mayNot}</span> {texts.role.mayNot[role].join(", ")}
      </p>
      {role !== "owner" && <p className="mut">{texts.role.ask}</p>}
      <button className="b b--s" type="button" onClick={() => useSettings.setState({ seenRole: own })}>
        {texts.role.close}
      </button>
    </aside>
  );
}
