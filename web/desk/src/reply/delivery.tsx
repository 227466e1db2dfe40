import type { DeliveryForm, LineForm } from "../model/offer-form";
import { useTexts } from "../texts/language";
import { Field, idOf, useProblem } from "./problems";

interface Props {
  line: LineForm;
  index: number;
  set: (part: Partial<LineForm>) => void;
}

/** When a line is delivered: at once, after days, on a day, or in parts. */
export function DeliveryField({ line, index, set }: Props) {
  const words = useTexts().reply;
  const [first] = line.deliveries;
  const split = line.deliveries.length > 1;
  const field = `lines.${index}.deliveries`;
  const choose = (when: string) => {
    if (when !== "split") return set({ deliveries: [{ ...(first ?? empty), when: when as DeliveryForm["when"] }] });
    set({
      deliveries: [
        { ...empty, when: "now" },
        { ...empty, when: "days" },
      ],
    });
  };
  return (
    <Field field={field} label={words.delivery} of={words.position(line.position)} className="q2 q2--d">
      {(control) => (
        <>
          <select
            {...control}
            className="in in--m"
            disabled={!line.offered}
            value={split ? "split" : (first?.when ?? "")}
            onChange={({ target }) => choose(target.value)}
          >
            {(["", "now", "days", "date", "split"] as const).map((when) => (
              <option key={when} value={when} disabled={when === ""}>
                {words.whens[when]}
              </option>
            ))}
          </select>
          {line.offered && !split && first && (
            <When
              delivery={first}
              field={`${field}.0`}
              of={words.position(line.position)}
              set={(part) => set({ deliveries: [{ ...first, ...part }] })}
            />
          )}
        </>
      )}
    </Field>
  );
}

const empty: DeliveryForm = { quantity: "", when: "", days: "", date: "" };

/** The number of days, or the day, of a delivery that needs one. */
export function When({
  delivery,
  field,
  of,
  set,
}: {
  delivery: DeliveryForm;
  field: string;
  of: string;
  set: (part: Partial<DeliveryForm>) => void;
}) {
  const words = useTexts().reply;
  const daysProblem = useProblem(`${field}.days`);
  const dateProblem = useProblem(`${field}.date`);
  if (delivery.when === "days") {
    return (
      <>
        <input
          id={idOf(`${field}.days`)}
          className="in in--n in--m"
          inputMode="numeric"
          autoComplete="off"
          aria-label={`${words.daysLabel}, ${of}`}
          aria-invalid={daysProblem ? true : undefined}
          value={delivery.days}
          onChange={({ target }) => set({ days: target.value })}
        />
        {daysProblem && <p className="err">{daysProblem}</p>}
      </>
    );
  }
  if (delivery.when === "date") {
    return (
      <>
        <input
          id={idOf(`${field}.date`)}
          className="in in--m"
          type="date"
          aria-label={`${words.dateLabel}, ${of}`}
          aria-invalid={dateProblem ? true : undefined}
          value={delivery.date}
          onChange={({ target }) => set({ date: target.value })}
        />
        {dateProblem && <p className="err">{dateProblem}</p>}
      </>
    );
  }
  return null;
}
