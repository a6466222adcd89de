import type { FileError } from '#engine/project/format/read.ts'
import { programTexts as texts } from '../texts.ts'

/** Why a project file is rejected, and how to list all problems. */
export const refusedText = (path: string, { message, hint, places }: FileError): string =>
  `${texts.refused(path, message)}\n${places.length === 0 ? hint : texts.seeCheck(path)}`
