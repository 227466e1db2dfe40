import "./chip.css";

/** A property in two cells: name and value; one cell without a name. */
export function Chip({ name, value }: { name: string; value: string }) {
  return (
    <span className="chip">
      {name && <b>{name}</b>}
      <i>{value}</i>
    </span>
  );
}
