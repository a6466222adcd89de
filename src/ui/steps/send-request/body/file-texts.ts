import { formatSize } from '#engine/base/format-size.ts'

/** Texts of files that a request sends. */
export const bodyFileTexts = {
  placeholder: 'data/order.bin',
  choose: 'Choose file…',
  chooseFor: (n: number) => `Choose file of part ${n}`,
  taking: (name: string) => `Copying ${name} into this browser…`,
  none: 'Choose a file, or enter a path relative to the project file.',
  notChosen: "Choose the file to run here. assay run reads it from the project file's folder.",
  kept: (size: number, at: Date) =>
    `${formatSize(size)}, chosen on ${at.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}. assay run reads it from the project file's folder.`,
  refused: (name: string, why: string) => `Can't use ${name}: ${why}`,
  edits: { change: 'Change file', choose: 'Choose file' },
}
