import { Window } from "../parts/dialog";
import { useSettings, useTexts } from "../texts/language";
import { closeOverlay } from "./overlay";

/** All keys. */
export function KeysDialog({ open }: { open: boolean }) {
  const texts = useTexts();
  const words = texts.keys;
  const singleKeys = useSettings((settings) => settings.singleKeys);
  const groups: [string, [string[], string][]][] = [
    [
      words.everywhere,
      [
        [[texts.ctrl, "K"], words.palette],
        [["?"], words.help],
        [["G", "A"], words.goRequests],
        [["G", "D"], words.goOverview],
        [["G", "N"], words.goNext],
        [[texts.ctrl, "Z"], words.undo],
      ],
    ],
    [
      words.list,
      [
        [["J", "K"], words.next],
        [["X"], words.select],
        [["⇧", "X"], words.range],
        [[texts.ctrl, "A"], words.all],
        [["↵"], words.open],
        [["Esc"], words.clear],
        [["/"], words.search],
      ],
    ],
    [
      words.request,
      [
        [["R"], texts.reply.keys.reply],
        [["N"], texts.reply.keys.news],
        [["A"], words.assign],
        [["E"], words.take],
        [["S"], words.state],
        [["U"], words.unread],
        [["!"], words.spam],
        [[texts.ctrl, "↵"], words.saveNote],
        [["Esc"], words.back],
      ],
    ],
    [
      texts.reply.keys.title,
      [
        [[texts.ctrl, "↵"], texts.reply.keys.send],
        [[texts.ctrl, "S"], texts.reply.keys.save],
        [["F"], texts.reply.keys.find],
        [["P"], texts.reply.keys.add],
        [["N"], texts.reply.keys.news],
        [["Esc"], texts.reply.keys.back],
      ],
    ],
  ];
  return (
    <Window open={open} onClose={closeOverlay} title={words.title}>
      {!singleKeys && <p className="u4">{words.off}</p>}
      <div className="keys-g">
        {groups.map(([title, keys]) => (
          <section key={title}>
            <h3 className="h3">{title}</h3>
            <ul className="keys">
              {keys.map(([names, does]) => (
                <li key={does}>
                  <span className="rowx rowx--n">
                    {names.map((name) => (
                      <kbd key={name}>{name}</kbd>
                    ))}
                  </span>
                  <span>{does}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Window>
  );
}
