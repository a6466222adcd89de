import { largest } from '#engine/project/limits.ts'

/** Why a file was not read (R3). */
export const tooLargeText = (name: string, bytes: number): string =>
  `${name} has ${Math.ceil(bytes / 1_000_000)} MB; Assay opens files up to ${largest / 1_000_000} MB. It was not read. ` +
  'A project of that size usually holds pasted test data: keep the data in files of its own and refer to them.'
