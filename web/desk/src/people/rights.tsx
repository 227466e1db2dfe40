import { allRoles } from "../api/accounts";
import { useTexts } from "../texts/language";

/** What each role may do, as the server checks it. */
export function Rights() {
  const texts = useTexts();
  const words = texts.people;
  return (
    <section className="main part">
      <div className="rowx">
        <h2 className="h2">{words.permissions}</h2>
        <span className="mut">{words.permissionsText}</span>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a table wider than the page is scrolled by keys */}
      <section className="wide-t" aria-label={words.permissions} tabIndex={0}>
        <table className="perm">
          <thead>
            <tr>
              <th scope="col">
                <span className="vh">{words.permissions}</span>
              </th>
              {allRoles.map((role) => (
                <th key={role} scope="col">
                  {texts.roles[role]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Object.entries(words.rights).map(([name, { label, ...rights }]) => (
              <tr key={name}>
                <th scope="row">{label}</th>
                {allRoles.map((role) => (
                  <td key={role} className={rights[role] ? undefined : "no"}>
                    {rights[role] || "–"}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
