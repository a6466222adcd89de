import { formatSize } from '#engine/base/format-size.ts'

/** Texts of files that a request sends. */
export const fileTexts = {
  placeholder: 'data/order.bin',
  choose: 'Choose file…',
  chooseFor: (n: number) => `Choose file of part ${n}`,
  taking: (name: string) => `${name} is being copied into this browser…`,
  none: 'Choose a file, or write its path beside the project file.',
  notChosen: 'Not chosen in this browser yet, so a run here breaks. assay run reads it beside the project file.',
  kept: (size: number, at: Date) =>
    `${formatSize(size)}, as chosen here on ${at.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}. assay run reads it beside the project file.`,
  refused: (name: string, why: string) => `${name} was not taken: ${why}`,
  edits: { change: 'Change file', choose: 'Choose file' },
}
