import { filePathProblem } from '#engine/steps/send-request/body-file.ts'

/** What the project calls a chosen file: its name, in the folder of the file before it. */
export function pathOfChosen(before: string, name: string): string {
  const folder = filePathProblem(before) === undefined ? before.slice(0, before.lastIndexOf('/') + 1) : ''
  return folder + name.replaceAll('\\', '_')
}
