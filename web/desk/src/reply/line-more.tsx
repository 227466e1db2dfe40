import type { DeliveryForm, LineForm } from "../model/offer-form";
import { Icon } from "../parts/icon";
import { useTexts } from "../texts/language";
import { When } from "./delivery";
import type { LineProps } from "./line";
import { Field } from "./problems";

interface SplitProps {
  line: LineForm;
  index: number;
  set: (part: Partial<LineForm>) => void;
}

/** The parts in which a line is delivered. */
export function Split({ line, index, set }: SplitProps) {
  const words = useTexts().reply;
  const parts = line.deliveries;
  const change = (place: number, part: Partial<DeliveryForm>) =>
    set({ deliveries: parts.with(place, { ...(parts[place] as DeliveryForm), ...part }) });
  return (
    <div className="alt" role="group" aria-label={`${words.split}, ${words.position(line.position)}`}>
      {parts.map((part, place) => {
        const field = `lines.${index}.deliveries.${place}`;
        const of = `${words.position(line.position)}, ${words.part(place + 1)}`;
        return (
          // Parts have no name; their place is what they are.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={place}>
            <span className="mut">{words.part(place + 1)}</span>
            <Field field={`${field}.quantity`} label={words.quantity} of={of}>
              {(control) => (
                <input
                  {...control}
                  className="in in--n in--m"
                  inputMode="decimal"
                  autoComplete="off"
                  value={part.quantity}
                  onChange={({ target }) => change(place, { quantity: target.value })}
                />
              )}
            </Field>
            <Field field={field} label={words.delivery} of={of}>
              {(control) => (
                <span className="rowx rowx--n">
                  <select
                    {...control}
                    className="in in--m"
                    value={part.when}
                    onChange={({ target }) => change(place, { when: target.value as DeliveryForm["when"] })}
                  >
                    {(["", "now", "days", "date"] as const).map((when) => (
                      <option key={when} value={when} disabled={when === ""}>
                        {words.whens[when]}
                      </option>
                    ))}
                  </select>
                  <When delivery={part} field={field} of={of} set={(next) => change(place, next)} />
                </span>
              )}
            </Field>
            <button
              className="b b--i b--q end"
              type="button"
              aria-label={`${words.removePart(place + 1)}, ${words.position(line.position)}`}
              onClick={() => set({ deliveries: parts.toSpliced(place, 1) })}
            >
              <Icon name="x" />
            </button>
          </div>
        );
      })}
      <p>
        <button
          className="b b--s"
          type="button"
          onClick={() => set({ deliveries: [...parts, { quantity: "", when: "days", days: "", date: "" }] })}
        >
          <Icon name="plus" small />
          {words.addPart}
        </button>
      </p>
    </div>
  );
}

/** What a line needs seldom. */
export function LineMore(props: LineProps & { set: (part: Partial<LineForm>) => void }) {
  const { line, index, asked, vat, language, set, remove } = props;
  const words = useTexts().reply;
  const of = words.position(line.position);
  const field = `lines.${index}`;
  const text = (name: "discount" | "vatRate" | "unit", hint?: string) => (
    <Field field={`${field}.${name}`} label={words[name]} of={of} hint={hint}>
      {(control) => (
        <input
          {...control}
          className={name === "unit" ? "in" : "in in--n in--m"}
          inputMode={name === "unit" ? "text" : "decimal"}
          autoComplete="off"
          value={line[name]}
          onChange={({ target }) => set({ [name]: target.value })}
        />
      )}
    </Field>
  );
  return (
    <div className="alt alt--m">
      <div className="g4">
        <Field field={`${field}.per`} label={words.per} of={of}>
          {(control) => (
            <select
              {...control}
              className="in in--m"
              value={line.per}
              onChange={({ target }) => set({ per: Number(target.value) })}
            >
              {[1, 100, 1000].map((per) => (
                <option key={per}>{per}</option>
              ))}
            </select>
          )}
        </Field>
        {text("unit", words.unitHint)}
        {text("discount")}
        {vat && text("vatRate")}
      </div>
      <Field field={`${field}.note`} label={words.note} of={of}>
        {(control) => (
          <textarea
            {...control}
            className="in"
            rows={1}
            lang={language}
            value={line.note}
            onChange={({ target }) => set({ note: target.value })}
          />
        )}
      </Field>
      <div className="rowx">
        <label className="ck-l">
          <input
            className="ck"
            type="checkbox"
            checked={line.offered}
            onChange={({ target }) => set({ offered: target.checked })}
          />
          <span>
            {words.offered}
            <span className="vh"> {of}</span>
          </span>
        </label>
        {!asked && (
          <button className="b b--s end" type="button" onClick={() => remove(index)}>
            <Icon name="trash" small />
            {words.remove}
            <span className="vh"> {line.position}</span>
          </button>
        )}
      </div>
      {!line.offered && (
        <Field field={`${field}.notOffered`} label={words.reason} of={of}>
          {(control) => (
            <input
              {...control}
              className="in"
              lang={language}
              value={line.notOffered}
              onChange={({ target }) => set({ notOffered: target.value })}
            />
          )}
        </Field>
      )}
    </div>
  );
}
