/**
 * Splits a command line into words as a POSIX shell would: single quotes, double quotes, `$'…'`, backslashes, line
 * continuations. Nothing is executed; a variable of the shell (`$TOKEN`) becomes a reference, `${TOKEN}`. The continuation of PowerShell and the
 * caret style of Windows (`^"…^"`) are understood too.
 */
export function shellWords(command: string): string[] {
  const text = /\^["\r\n]/.test(command) ? fromCmd(command) : command
  const words: string[] = []
  let word: string | undefined
  let at = 0
  while (at < text.length) {
    const char = text[at] ?? ''
    if (char === '\\' && /^\\\r?\n/.test(text.slice(at, at + 3))) {
      at += text[at + 1] === '\r' ? 3 : 2
    } else if (char === '`' && /^`\s*(\r?\n|$)/.test(text.slice(at, at + 80))) at += 1
    else if (char === '\\') {
      word = (word ?? '') + (text[at + 1] ?? '')
      at += 2
    } else if (char === "'") {
      const end = text.indexOf("'", at + 1)
      word = (word ?? '') + text.slice(at + 1, end === -1 ? undefined : end)
      at = end === -1 ? text.length : end + 1
    } else if (char === '"') {
      const quoted = doubleQuoted(text, at + 1)
      word = (word ?? '') + quoted.value
      at = quoted.next
    } else if (char === '$' && text[at + 1] === "'") {
      const quoted = ansiQuoted(text, at + 2)
      word = (word ?? '') + quoted.value
      at = quoted.next
    } else if (char === '$' && shellVariable.test(text.slice(at, at + 200))) {
      const name = shellVariable.exec(text.slice(at, at + 200))?.[1] ?? ''
      word = `${word ?? ''}\${${name}}`
      at += name.length + 1
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word)
      word = undefined
      at += 1
    } else if (word === undefined && /[;&|]/.test(char)) break
    else {
      word = (word ?? '') + char
      at += 1
    }
  }
  if (word !== undefined) words.push(word)
  return words
}

const shellVariable = /^\$([A-Za-z_]\w*)/

const fromCmd = (text: string): string => text.replaceAll(/\^\r?\n/g, ' ').replaceAll(/\^([\s\S])/g, '$1')

function doubleQuoted(text: string, from: number): { value: string; next: number } {
  let value = ''
  let at = from
  while (at < text.length && text[at] !== '"') {
    if (text[at] === '\\' && /["\\$`]/.test(text[at + 1] ?? '')) {
      value += text[at + 1]
      at += 2
    } else if (text[at] === '\\' && text[at + 1] === '\n') at += 2
    else if (text[at] === '$' && shellVariable.test(text.slice(at, at + 200))) {
      const name = shellVariable.exec(text.slice(at, at + 200))?.[1] ?? ''
      value += `\${${name}}`
      at += name.length + 1
    } else {
      value += text[at]
      at += 1
    }
  }
  return { value, next: at + 1 }
}

const escapes: Record<string, string> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\u0007',
  e: '\u001B',
  '0': '\0',
}

function ansiQuoted(text: string, from: number): { value: string; next: number } {
  let value = ''
  let at = from
  while (at < text.length && text[at] !== "'") {
    if (text[at] !== '\\') {
      value += text[at]
      at += 1
      continue
    }
    const code = /^\\(?:u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|x([0-9a-fA-F]{1,2}))/.exec(text.slice(at, at + 10))
    if (code) {
      const point = Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '0', 16)
      value += point <= 0x10_ff_ff ? String.fromCodePoint(point) : '\uFFFD'
      at += code[0].length
    } else {
      const next = text[at + 1] ?? ''
      value += escapes[next] ?? next
      at += 2
    }
  }
  return { value, next: at + 1 }
}
