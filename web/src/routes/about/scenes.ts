import type { PictureFile } from "../../ui/picture";

export type SceneFile = PictureFile & { filename_download?: string | null };

/** Scene is a picture of the slider; `dark` replaces it in dark mode. */
export interface Scene {
  picture: SceneFile;
  dark?: SceneFile;
}

/**
 * scenesOf returns the scenes of a slider. Two adjacent files whose names differ
 * only in "-light" and "-dark" form one scene for both colour modes.
 */
export function scenesOf(files: readonly SceneFile[]): readonly Scene[] {
  const scenes: Scene[] = [];
  for (const file of files) {
    const last = scenes.at(-1);
    const [name, mode] = splitMode(file);
    const [lastName, lastMode] = last && !last.dark ? splitMode(last.picture) : [];
    if (last && mode && lastMode && mode !== lastMode && name === lastName)
      scenes[scenes.length - 1] =
        mode === "dark" ? { picture: last.picture, dark: file } : { picture: file, dark: last.picture };
    else scenes.push({ picture: file });
  }
  return scenes;
}

function splitMode({ filename_download }: SceneFile): [name: string, mode: string | undefined] {
  const match = /^(.*)-(light|dark)\.\w+$/.exec(filename_download ?? "");
  return [match?.[1] ?? "", match?.[2]];
}
