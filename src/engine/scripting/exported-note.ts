const begin = '// Assay reads this line when the script comes back unchanged: '

/** FNV-1a of a text, in eight hexadecimal digits. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** A script that was made of steps, with those steps as its last line: what the other tool changes nothing of comes back as it was. */
export const withExportedNote = (code: string, data: object): string => `${code}\n${begin}${hashOf(code)} ${JSON.stringify(data)}`

/** What {@link withExportedNote} wrote; undefined for another script, and for one that was changed since. */
export function readExportedNote(script: string): unknown {
  const lines = script.trimEnd().split(/\r?\n/)
  const last = lines.pop() ?? ''
  if (!last.startsWith(begin)) return undefined
  const [hash, ...rest] = last.slice(begin.length).split(' ')
  if (hash !== hashOf(lines.join('\n'))) return undefined
  try {
    return JSON.parse(rest.join(' ')) as unknown
  } catch {
    return undefined
  }
}

/** A script without the line of {@link withExportedNote}. */
export const withoutExportedNote = (script: string): string =>
  script.includes(begin)
    ? script
        .split('\n')
        .filter((line) => !line.startsWith(begin))
        .join('\n')
    : script
