import { isVariableName } from '#engine/templates/parse.ts'

/** Letters that are written with two others where there is no sign for them. */
const pairs: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ø: 'o',
  Ø: 'O',
}

/** Text in the letters that names of variables have, as far as it has letters of their kind: `Größe` is `Groesse`. */
const latin = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[äöüÄÖÜßæÆœŒøØ]/g, (letter) => pairs[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')

/** The variable that a column becomes. */
export function variableOf(column: string): string {
  const name = latin(column)
    .replaceAll(/[^A-Za-z0-9_.-]/g, '_')
    .replace(/^(?=[^A-Za-z_])/, '_')
  return isVariableName(name) ? name : `row_${name}`
}
