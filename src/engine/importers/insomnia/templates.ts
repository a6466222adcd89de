import { base64 } from '#engine/base/encoding/base64.ts'
import type { Draft } from '../draft.ts'
import { dynamicVariable } from '../variables/dynamic-variables.ts'
import type { ResponsePart, ResponseReferences } from '../response-references.ts'
import { convertTemplate, literal } from '../variables/templates.ts'
import { importerTexts as texts } from '../texts.ts'

/** Makes templates of Insomnia's: variables `{{ _.name }}` and tags `{% uuid %}`. */
export type Convert = (text: string, where?: string) => string

/** Variables (`1`), and tags (`2`): of one that is never closed the end is looked for once. */
function* placeholders(text: string): Generator<RegExpMatchArray> {
  const opening = /\{\{([^{}]*)\}\}|\{%/g
  const last = text.lastIndexOf('%}')
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const { index } = found
    if (found[1] !== undefined) yield matchOf([found[0], found[1].trim()], index)
    else if (last >= index + 2) {
      const end = text.indexOf('%}', index + 2)
      opening.lastIndex = end + 2
      yield matchOf([text.slice(index, end + 2), undefined, text.slice(index + 2, end).trim()], index)
    }
  }
}

const matchOf = (groups: (string | undefined)[], index: number): RegExpMatchArray =>
  Object.assign(groups, { index }) as unknown as RegExpMatchArray

/** See {@link Convert}. */
export function insomniaTemplates(draft: Draft, answers: ResponseReferences): Convert {
  const tag = (text: string, where: string): string | undefined => {
    const [, name = '', rest = ''] = /^(\w*)\s*([\s\S]*)$/.exec(text) ?? []
    const given = argumentsOf(rest)
    const [argument = ''] = given
    if (name === 'response') {
      const part = partOf(given)
      if (part !== undefined) return answers.reference(given[1] ?? '', part)
    }
    if (name === 'prompt' && argument !== '') return asked(draft, argument, given[2] ?? '', given[4] === 'true')
    if (name === 'base64' && argument === 'encode' && given[2] !== undefined && !/\{[{%]/.test(given[2]))
      return literal(base64(new TextEncoder().encode(given[2])))
    if (name === 'uuid') return '${uuid}'
    if (name === 'timestamp') return '${now.millis}'
    if (name === 'now')
      return argument.startsWith('millis') ? '${now.millis}' : argument.startsWith('unix') ? '${now.unix}' : '${now.iso}'
    const found = name === 'faker' ? (dynamicVariable(argument) ?? dynamicVariable(`random${argument}`)) : undefined
    if (found === undefined) draft.leaveOut(where, texts.tag(`{% ${text.slice(0, 60)} %}`))
    return found
  }
  return (text, where = '') =>
    convertTemplate(text, placeholders, ([, name, tagged]) => {
      if (tagged !== undefined) return tag(tagged, where)
      // Filters (`| lower`) have no counterpart; the variable stays.
      const [plain = ''] = (name ?? '').split('|')
      const wanted = plain
        .trim()
        .replace(/^_\./, '')
        .replace(/^_\['(.*)'\]$/, '$1')
      return wanted === '' ? undefined : `\${${draft.variableName(wanted)}}`
    })
}

/** The arguments of a tag; texts of the form `b64::…::46b` are what they encode. */
function argumentsOf(text: string): string[] {
  const found = text.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^\s,'"]+)/g)
  return Array.from(found, ([, single, double, bare]) => {
    const plain = single?.replace(/\\(.)/g, '$1') ?? double?.replace(/\\(.)/g, '$1') ?? bare ?? ''
    const encoded = /^b64::([A-Za-z0-9+/=_-]*)::46b$/.exec(plain)?.[1]
    return encoded === undefined ? plain : fromBase64(encoded)
  })
}

function fromBase64(text: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)))
  } catch {
    return text
  }
}

/** `{% response 'body', 'req_1', '$.token' %}`; undefined for what no transfer can take, a URL for instance. */
function partOf([field = '', , path = '']: readonly string[]): ResponsePart | undefined {
  if (field === 'header') return { part: 'headers', path }
  if (field === 'raw') return { part: 'body', path: '' }
  return field === 'body' ? { part: 'body', path } : undefined
}

/** What Insomnia asks for when a request is sent is a variable to be filled in. */
function asked(draft: Draft, title: string, value: string, isMasked: boolean): string {
  const variable = draft.variable(title, literal(value))
  const reference = `\${${variable.name}}`
  if (isMasked) draft.sensitive(reference)
  if (value !== '' && !draft.project.variables.some(({ name }) => name === variable.name)) draft.project.variables.push(variable)
  return reference
}
