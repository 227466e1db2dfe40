import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import { useTexts } from "../texts/language";
import { Icon, type IconName } from "./icon";

export interface ChoiceItem {
  id: string;
  label: string;
  icon: IconName;
  /** What stands at the end of the row: a number, a state, a key. */
  detail?: ReactNode;
  run: () => void;
}

export interface ChoiceGroup {
  label: string;
  items: ChoiceItem[];
}

interface Props {
  open: boolean;
  onClose: () => void;
  label: string;
  placeholder: string;
  none: string;
  groups: ChoiceGroup[];
  query: string;
  onQuery: (query: string) => void;
  footer?: ReactNode;
}

/** A dialog with a field and rows below it, one of which Enter runs: the palette, people, states. */
export function Choice({ open, onClose, label, placeholder, none, groups, query, onQuery, footer }: Props) {
  const texts = useTexts();
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="pal" aria-label={label}>
          <Autocomplete.Root
            inline
            open
            items={groups.map(({ label: value, items }) => ({ value, items }))}
            mode="none"
            autoHighlight="always"
            keepHighlight
            value={query}
            onValueChange={(value, details) => {
              if (details.reason !== "item-press") onQuery(value);
            }}
            itemToStringValue={(item: ChoiceItem) => item.label}
          >
            <div className="in-w">
              <Icon name="search" />
              <Autocomplete.Input className="in" aria-label={label} placeholder={placeholder} />
              <Dialog.Close className="b b--i b--q pal-x" aria-label={texts.close}>
                <Icon name="x" />
              </Dialog.Close>
            </div>
            <div className="pal-l">
              <Autocomplete.Empty className="pal-none">{none}</Autocomplete.Empty>
              <Autocomplete.List aria-label={label}>
                {({ value, items }: { value: string; items: ChoiceItem[] }) => (
                  <Autocomplete.Group key={value} items={items}>
                    {value !== "" && <Autocomplete.GroupLabel className="pal-h">{value}</Autocomplete.GroupLabel>}
                    <Autocomplete.Collection>
                      {(item: ChoiceItem) => (
                        <Autocomplete.Item
                          key={item.id}
                          value={item}
                          className="pal-i"
                          onClick={() => {
                            onClose();
                            item.run();
                          }}
                        >
                          <Icon name={item.icon} />
                          <span className="pal-t">{item.label}</span>
                          {item.detail && <span className="end rowx rowx--n">{item.detail}</span>}
                        </Autocomplete.Item>
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
            </div>
            {footer}
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
