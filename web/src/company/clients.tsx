import { clientsBlock } from "../content/blocks";
import { useContent } from "../content/use-content";
import { EmptyPicture, Picture, type PictureFile, pictureOf } from "../ui/picture";

export interface Client {
  id: number;
  title?: string | null;
  image?: unknown;
}

/** What stands in while the clients cannot be read (specification, point 4). */
const placeholders: readonly Client[] = [1, 2, 3, 4, 5, 6].map((id) => ({ id }));

/**
 * The clients' marks. `chosen` is a page's own selection; without one all
 * published clients show.
 */
export function ClientsBlock({
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
  const all = useContent(clientsBlock());
  const clients: readonly Client[] = all.error ? placeholders : chosen.length > 0 ? chosen : (all.data ?? []);
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
            <Sign title={client.title} image={pictureOf(client.image)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Sign({ title, image }: { title: string | null | undefined; image: PictureFile | undefined }) {
  if (image) return <Picture file={image} slot="sign" />;
  return title ? <span>{title}</span> : <EmptyPicture />;
}
