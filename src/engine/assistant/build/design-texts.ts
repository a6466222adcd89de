/* oxlint-disable unicorn/no-thenable -- `then` is the format's word for what a rule does; nobody awaits a rule. */
import type { DesignOf } from '#engine/design/schemas.ts'
import type { Value } from '#engine/design/result.ts'
import { Unplaced } from './surroundings.ts'

/** `(member and total > 100) or coupon`, also with the words of the other languages. */
export function readDecision(text: string): DesignOf<'mcdc'> {
  const decision = text
    .replaceAll(/\b(?:und|y|et)\b|&&|且|并且/giu, 'and')
    .replaceAll(/\b(?:oder|o|ou)\b|\|\||或者|或/giu, 'or')
    .replaceAll(/\b(?:nicht|no|pas)\b|非/giu, 'not')
    .replace(/[.。]\s*$/, '')
    .trim()
  if (decision === '') throw new Unplaced('decision')
  return { name: '', seed: 1, method: 'mcdc', decision, coverage: 'unique-cause' }
}

/** `open -freeze-> frozen, open -> closed: close`: a state chart of its transitions. */
export function readTransitions(text: string): DesignOf<'states'> {
  const transitions: DesignOf<'states'>['transitions'] = []
  for (const part of text.split(/[,;\n，；]|(?<=\p{L})\.\s/u)) {
    const match =
      /^\s*(?:.*:\s+)?([\p{L}\p{N}_ ]+?)\s*(?:-{1,2}\s*([\p{L}\p{N}_ ]+?)\s*)?(?:-+>|→|=>)\s*([\p{L}\p{N}_ ]+?)\s*(?:[:(]\s*([\p{L}\p{N}_ ]+?)\)?)?\s*\.?\s*$/u.exec(
        part,
      )
    if (!match) continue
    const [, from = '', event, to = '', behind] = match
    transitions.push({ from: from.trim(), event: (event ?? behind ?? to).trim(), to: to.trim(), output: '', guard: '' })
  }
  const states = [...new Set(transitions.flatMap(({ from, to }) => [from, to]))]
  const [initial] = states
  if (initial === undefined) throw new Unplaced('transitions')
  return { name: '', seed: 1, method: 'states', states, initial, transitions, coverage: '0-switch' }
}

const ifWord = /\b(?:if|when|wenn|falls|si|lorsque|quand|cuando)\b|如果|当/iu
const thenWord = /\b(?:then|dann|entonces|alors)\b|则|那么|->|=>/iu
const elseWord = /\b(?:otherwise|else|sonst|ansonsten|si no|sinon|de lo contrario)\b|否则/iu
const andWord = /\s+(?:and|und|y|et)\s+|且|并且|\s*&&\s*/iu

/** `if member and total over 100 then discount 10, otherwise 0`: rules with an ELSE. Each condition is true or false. */
export function readRules(text: string): DesignOf<'decision-table'> {
  const [body = '', otherwise] = text.split(elseWord)
  const rules: DesignOf<'decision-table'>['rules'] = []
  const conditions = new Map<string, Value[]>()
  const actions = new Set<string>()
  for (const part of body.split(new RegExp(`(?=${ifWord.source})|[;\\n；]`, 'iu'))) {
    const [left = '', right] = part.replace(ifWord, ' ').split(thenWord)
    if (right === undefined) continue
    const when: Record<string, Value> = {}
    for (const condition of left.split(andWord)) {
      const name = condition.replace(/[,，]\s*$/, '').trim()
      if (name === '') continue
      const negative = /^(?:not|no|nicht|kein\p{L}*|pas|非|不是?)\s+/iu.exec(name)
      const plain = negative ? name.slice(negative[0].length) : name
      conditions.set(plain, [true, false])
      when[plain] = negative === null
    }
    const [action, value] = actionIn(right)
    actions.add(action)
    rules.push({ when, then: { [action]: value } })
  }
  if (rules.length === 0) throw new Unplaced('rules')
  const [only = 'result'] = [...actions]
  const last = otherwise === undefined ? undefined : actionIn(otherwise, only)
  if (last) actions.add(last[0])
  return {
    name: '',
    seed: 1,
    method: 'decision-table',
    conditions: [...conditions].map(([name, values]) => ({ name, values })),
    actions: [...actions],
    rules,
    ...(last ? { else: { [last[0]]: last[1] } } : {}),
    impossible: [],
  }
}

/** `discount 10` or `10`: what is done, and with what. */
function actionIn(text: string, usual = 'result'): [string, Value] {
  const plain = text.replace(/^[\s,:：，]+|[\s,.;。；，]+$/gu, '')
  const number = /^(.*?)\s*[:=]?\s*(-?\d+(?:[.,]\d+)?)\s*%?$/u.exec(plain)
  if (number) return [number[1]?.trim() || usual, Number((number[2] ?? '').replace(',', '.'))]
  const pair = /^(\S+)\s*(?:=|:|is|ist|es|est)\s*(.+)$/iu.exec(plain)
  return pair ? [pair[1] ?? usual, pair[2] ?? ''] : [usual, plain]
}
