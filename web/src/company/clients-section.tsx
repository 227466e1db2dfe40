import { clientsBlock } from "../content/blocks";
import { useContent } from "../content/use-content";
import { usePage } from "../router/page-context";
import { FailedBlock } from "../ui/block-state";
import { EmptyPicture, Picture, type PictureFile, pictureOf } from "../ui/picture";
import "../ui/cross-grid/tile.css";
import "../ui/section.css";

export interface Client {
  id: number;
  title?: string | null;
  image?: unknown;
}

/**
 * ClientsSection shows the clients' logos: `chosen`, a page's own selection, or all
 * published clients if it is empty.
 */
export function ClientsSection({
  title,
  subtitle,
  chosen = [],
  lang,
}: {
  title: string | null | undefined;
  subtitle: string | null | undefined;
  chosen?: readonly Client[];
  lang?: string | undefined;
}) {
  const { language } = usePage();
  const all = useContent(clientsBlock(language));
  const clients: readonly Client[] = chosen.length > 0 ? chosen : (all.data ?? []);
  if (clients.length === 0) return null;
  return (
    <section className="wrap sec sec--s" id="clients">
      <div className="grid sec-head" lang={lang}>
        {title && <h2 className="t-h2">{title}</h2>}
        {subtitle && <p className="sec-lead">{subtitle}</p>}
      </div>
      <ul className="clients">
        {clients.map((client) => (
          <li key={client.id}>
            <Logo title={client.title} image={pictureOf(client.image)} />
          </li>
        ))}
      </ul>
      {all.error && chosen.length === 0 && <FailedBlock reload={all.reload} />}
    </section>
  );
}

function Logo({ title, image }: { title: string | null | undefined; image: PictureFile | undefined }) {
  if (image) return <Picture file={image} slot="sign" />;
  return title ? <span>{title}</span> : <EmptyPicture />;
}
