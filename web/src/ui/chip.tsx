/** A property in two cells: name and value. */
export function Chip({ name, value }: { name: string; value: string }) {
  return (
    <span className="chip">
      <b>{name}</b>
      <i>{value}</i>
    </span>
  );
}
