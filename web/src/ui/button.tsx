import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon";
import { Link } from "./link";

type Kind = "line" | "primary" | "inverse";

const kinds: Record<Kind, string> = { line: "", primary: " btn--primary", inverse: " btn--inv" };

function classOf(kind: Kind, block: boolean): string {
  return `btn${kinds[kind]}${block ? " btn--block" : ""}`;
}

function Cells({ icon, children }: { icon: IconName | null; children: ReactNode }) {
  return (
    <>
      <span>{children}</span>
      {icon && (
        <span className="ico-cell">
          <Icon name={icon} />
        </span>
      )}
    </>
  );
}

/** A button with two cells: label and icon. `expanded` is set if it opens a part of the page. */
export function Button({
  kind = "line",
  icon = "arrow-right",
  block = false,
  type = "button",
  disabled = false,
  expanded,
  onClick,
  children,
}: {
  kind?: Kind;
  icon?: IconName | null;
  block?: boolean;
  type?: "button" | "submit";
  disabled?: boolean;
  expanded?: boolean | undefined;
  onClick?: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type={type}
      className={classOf(kind, block)}
      aria-disabled={disabled || undefined}
      aria-expanded={expanded}
      onClick={disabled ? undefined : onClick}
    >
      <Cells icon={icon}>{children}</Cells>
    </button>
  );
}

/** A link with the same design; `href` without language prefix. */
export function ButtonLink({
  kind = "line",
  icon = "arrow-right",
  block = false,
  href,
  children,
}: {
  kind?: Kind;
  icon?: IconName | null;
  block?: boolean;
  href: string;
  children: ReactNode;
}) {
  const cells = <Cells icon={icon}>{children}</Cells>;
  if (/^[a-z]+:|^\/assets\//.test(href)) {
    return (
      <a className={classOf(kind, block)} href={href}>
        {cells}
      </a>
    );
  }
  return (
    <Link className={classOf(kind, block)} href={href}>
      {cells}
    </Link>
  );
}
