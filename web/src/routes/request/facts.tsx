import type { ReactNode } from "react";
import { phoneLink } from "../../content/contact-link";
import type { SentOffer, SentRequest } from "../../content/sent-request";
import { footerBlock } from "../../content/shell-blocks";
import { textEntries } from "../../content/text-list";
import { useContent } from "../../content/use-content";
import { formatDay } from "../../i18n/dates";
import { textsIn } from "../../i18n/texts";
import { usePage } from "../../router/page-context";
import { requestTexts } from "./texts";
import "./request-parts.css";

/** Facts is the title block of a request; it names the person who wrote, if anybody did. */
export function Facts({ request, offer }: { request: SentRequest; offer: SentOffer | undefined }) {
  const { language } = usePage();
  const { facts: terms } = textsIn(requestTexts, language);
  const footer = useContent(footerBlock(language)).data?.[0];
  const { reference, company, letters } = request;
  const contact = offer?.contact.name ?? letters.findLast(({ supplier }) => supplier)?.name;
  const phone = offer?.contact.phone || textEntries(footer?.phone_links, language)[0]?.text;
  return (
    <dl className="rq-facts">
      <Fact term={terms.request} value={<span className="mono">{reference}</span>} />
      <Fact term={terms.company} value={company} />
      <Fact term={terms.offer} value={offer && <span className="mono">{offer.number}</span>} />
      <Fact
        term={terms.validUntil}
        value={offer && <span className="tnum">{formatDay(offer.validUntil, language)}</span>}
      />
      <Fact term={terms.contact} value={contact} />
      <Fact term={terms.phone} value={phone && <PhoneLink number={phone} />} />
    </dl>
  );
}

/** Fact is a cell of the title block; there is none without a value. */
function Fact({ term, value }: { term: string; value: ReactNode }) {
  if (!value) return null;
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function PhoneLink({ number }: { number: string }) {
  const link = phoneLink(number);
  return link ? (
    <a className="tnum" href={link}>
      {number}
    </a>
  ) : (
    <span className="tnum">{number}</span>
  );
}
