import { useEffect, useEffectEvent } from "react";
import type { FileReading } from "./use-file";

/**
 * useFileDrop opens a file that is dropped anywhere in the page: elsewhere than in a
 * handled area the browser would leave the page and show the file.
 */
export function useFileDrop({ open, refuse }: FileReading): void {
  const drop = useEffectEvent((event: DragEvent) => {
    if (isText(event)) return;
    event.preventDefault();
    const { files, items } = event.dataTransfer ?? new DataTransfer();
    if (files.length > 1) refuse("several");
    else if (items[0]?.webkitGetAsEntry()?.isDirectory) refuse("folder");
    else open(files[0]);
  });
  useEffect(() => {
    const accept = (event: DragEvent) => {
      if (!isText(event)) event.preventDefault();
    };
    document.addEventListener("dragover", accept);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("dragover", accept);
      document.removeEventListener("drop", drop);
    };
  }, []);
}

/** Reports whether a text is dragged into a field, which takes it itself. */
function isText({ dataTransfer, target }: DragEvent): boolean {
  if (dataTransfer?.types.includes("Files")) return false;
  return target instanceof Element && target.closest("input, textarea") !== null;
}
