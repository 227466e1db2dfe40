import { type ReactNode, useState } from "react";
import { phoneLink } from "../content/contact-link";
import { footerBlock } from "../content/shell-blocks";
import { textEntries } from "../content/text-list";
import { useContent } from "../content/use-content";
import { formatNumber } from "../i18n/formats";
import { usePage } from "../router/page-context";
import { AddField } from "../ui/add-field";
import type { SearchCart } from "./cart";
import { useSearchTexts } from "./texts";

/** Fallbacks shows what helps if a search finds nothing: the text as a free line, a pasted list, the telephone. */
export function Fallbacks({
  q,
  heading,
  cart,
  paste,
}: {
  q: string;
  heading: string;
  cart: SearchCart;
  paste: ReactNode;
}) {
  const texts = useSearchTexts();
  const { language } = usePage();
  const footer = useContent(footerBlock(language)).data?.[0];
  const [phone] = textEntries(footer?.phone_links, language);
  const hours = textEntries(footer?.schedule_list, language)
    .map(({ text }) => text)
    .join(", ");
  return (
    <section className="find-g find-none">
      <h2 className="find-g-h">{heading}</h2>
      <div className="find-ways">
        <div className="no-print">
          <FreeLine q={q} cart={cart} />
        </div>
        <div className="no-print">
          <div>
            <h3>{texts.list}</h3>
            <p>{texts.listText}</p>
          </div>
          {paste}
        </div>
        {phone && (
          <div>
            <div>
              <h3>{texts.call}</h3>
              <p>{hours}</p>
            </div>
            <a className="lnk tnum" href={phone.link ?? phoneLink(phone.text)}>
              {phone.text}
            </a>
          </div>
        )}
      </div>
    </section>
  );
}

/** FreeLine adds the text of a search to the cart as a line without an article. */
function FreeLine({ q, cart }: { q: string; cart: SearchCart }) {
  const texts = useSearchTexts();
  const { language } = usePage();
  const [added, setAdded] = useState(0);
  return (
    <>
      <div>
        <h3>{texts.free}</h3>
        <p>{texts.freeText(q)}</p>
      </div>
      <div>
        <AddField
          name={q}
          label={texts.add}
          onAdd={(quantity, confirm) =>
            cart.add(q, quantity, () => {
              confirm();
              setAdded(quantity);
            })
          }
        />
        <p className="t-small" role="status">
          {added > 0 && texts.freeAdded(formatNumber(cart.quantityOf(q), language))}
        </p>
      </div>
    </>
  );
}
