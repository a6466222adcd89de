import { indexOf } from '#engine/case-builder/project-index.ts'
import { formOf, forms, type FormField } from '../forms/index.ts'
import type { LoadedProject, Attachment } from '../turn.ts'
import { matches, parsePattern, wordsIn, type Bindings, type Pattern } from './pattern.ts'
import { commands, type Command } from './patterns.ts'
import { fieldNames, slotTypes, type Meaning, type SlotContext } from './slots.ts'
import { tokensOf, type Token } from './tokens.ts'

/** What a sentence says: a form to run, a question about a name that several things have, or the form that is nearest. */
export type ParsedCommand =
  | { kind: 'command'; form: string; fields: Record<string, string> }
  | { kind: 'which'; form: string; fields: Record<string, string>; field: string; options: readonly Meaning[] }
  | { kind: 'nearest'; form: string; fields: Record<string, string> }

const languages = ['en', 'de', 'es', 'fr', 'zh'] as const
/** Courtesy that says nothing. */
const courtesy =
  /^(?:please|bitte|por favor|s['’]il (?:te|vous) pla[iî]t|请)[,，]?\s*|[,，]?\s*(?:please|bitte|por favor|s['’]il (?:te|vous) pla[iî]t)[.!]?\s*$/giu

let parsed: readonly { command: Command; pattern: Pattern }[] | undefined

/** Every pattern, read once. */
function patterns(): readonly { command: Command; pattern: Pattern }[] {
  parsed ??= commands.flatMap((command) =>
    languages.flatMap((language) => (command[language] ?? []).map((text) => ({ command, pattern: parsePattern(text) }))),
  )
  return parsed
}

/** What a sentence says of a project. A command only if every word of it is accounted for, and every name means exactly one thing. */
export function parseCommand(
  sentence: string,
  { project }: Pick<LoadedProject, 'project'>,
  files: readonly Attachment[],
  designs: readonly string[],
): ParsedCommand {
  const context: SlotContext = { project, index: indexOf(project), files, designs }
  const tokens = tokensOf(sentence.replace(courtesy, ''))
  const resolved = new Map<string, Meaning[]>()
  const resolve = (type: string, held: readonly Token[]): Meaning[] => {
    const key = `${type} ${JSON.stringify(held)}`
    const known = resolved.get(key) ?? slotTypes[type]?.(held, context) ?? []
    resolved.set(key, known)
    return known
  }
  const found = new Map<string, ParsedCommand>()
  if (tokens.length > 0 && tokens.length <= mostTokens)
    for (const { command, pattern } of patterns())
      for (const bound of matches(pattern, tokens, (type, held) => resolve(type, held).length > 0)) {
        const meant = meaningOf(command, bound, resolve, context)
        if (meant) found.set(JSON.stringify(meant), meant)
      }
  const [only] = found.values()
  if (only && found.size === 1) return only
  return only ? { kind: 'nearest', form: only.form, fields: {} } : nearest(tokens, resolve)
}

/** Longer sentences are no commands. */
const mostTokens = 40

/** The fields of a command; undefined where its slots contradict each other. */
function meaningOf(
  { form, set = {} }: Command,
  bound: Bindings,
  resolve: (type: string, held: readonly Token[]) => Meaning[],
  context: SlotContext,
): ParsedCommand | undefined {
  const fields: Record<string, string> = { ...set }
  let which: { field: string; options: readonly Meaning[] } | undefined
  for (const [field, { type, tokens }] of Object.entries(bound)) {
    const options = resolve(type, tokens)
    const [only, more] = options
    const said = bound['environment']
    const place = said && resolve(said.type, said.tokens)[0]?.value
    // "set x in Local": the place is said.
    if (type === 'variable' && place !== undefined) fields[field] = only?.value ?? ''
    else if (more) which = { field, options }
    else if (only) Object.assign(fields, { [field]: only.value }, known(form, only.more))
  }
  const operation = fields['operation']
  const names = [
    ...(fields['fields'] ?? '').split('\n').map((line) => line.split('=')[0] ?? ''),
    fields['field'] ?? '',
    ...(fields['parameters'] ?? '').split(', '),
  ]
  if (operation !== undefined && !which) {
    const valid = fieldNames(context, operation)
    if (names.some((name) => name !== '' && !valid.has(name))) return undefined
  }
  return which ? { kind: 'which', form, fields, ...which } : { kind: 'command', form, fields }
}

/** Of what a slot says besides, the fields that the form has. */
const known = (form: string, more: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(more).filter(([id]) => formOf(form)?.fields.some((field) => field.id === id)))

/** Words of so many forms say nothing. */
const usualWords = 6

/** The form whose words are in the sentence, filled in with the names that are there too; `form` is '' where there is none. */
function nearest(tokens: readonly Token[], resolve: (type: string, held: readonly Token[]) => Meaning[]): ParsedCommand {
  const said = new Set(tokens.filter(({ quoted }) => !quoted).map(({ text }) => text.toLowerCase()))
  const words = new Map<string, Set<string>>()
  for (const { command, pattern } of patterns())
    for (const word of wordsIn(pattern)) words.set(word, (words.get(word) ?? new Set()).add(command.form))
  const points = new Map<string, number>()
  for (const word of said) {
    const of = words.get(word) ?? new Set<string>()
    if (of.size < usualWords) for (const form of of) points.set(form, (points.get(form) ?? 0) + 1 / of.size)
  }
  const best = forms.toSorted((a, b) => (points.get(b.id) ?? 0) - (points.get(a.id) ?? 0))[0]
  if (!best || !points.has(best.id)) return { kind: 'nearest', form: '', fields: {} }
  const fields: Record<string, string> = {}
  for (const field of best.fields) {
    const [only, more] = mentionedIn(tokens, field, resolve)
    if (only && !more) Object.assign(fields, { [field.id]: only.value }, known(best.id, only.more))
  }
  return { kind: 'nearest', form: best.id, fields }
}

/** What a sentence names that a field could take: the longest names only. */
function mentionedIn(
  tokens: readonly Token[],
  { kind, roles }: FormField,
  resolve: (type: string, held: readonly Token[]) => Meaning[],
): Meaning[] {
  const types =
    kind === 'operation'
      ? roles
        ? ['operation', 'thing']
        : ['operation']
      : ['case', 'suite', 'target', 'environment', 'design'].includes(kind)
        ? [kind]
        : []
  for (let length = Math.min(tokens.length, 8); length > 0; length--) {
    const found = new Map<string, Meaning>()
    for (let at = 0; at + length <= tokens.length; at++)
      for (const type of types) for (const one of resolve(type, tokens.slice(at, at + length))) found.set(one.value, one)
    if (found.size > 0) return [...found.values()]
  }
  return []
}
