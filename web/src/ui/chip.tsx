/** A fact in two cells: what it is, and its value. */
export function Chip({ name, value }: { name: string; value: string }) {
  return (
    <span className="chip">
      <b>{name}</b>
      <i>{value}</i>
    </span>
  );
}
