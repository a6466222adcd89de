import * as v from 'valibot'
import { lines, secret, text } from '../../fields.ts'

/** Where on a page an action acts: by one of its keys; `name` is next to `role`. */
export const targetSchema = v.strictObject({
  role: v.optional(text),
  name: v.optional(text),
  label: v.optional(text),
  placeholder: v.optional(text),
  testId: v.optional(text),
  text: v.optional(text),
  css: v.optional(text),
  exact: v.optional(v.boolean(), false),
})
/** See {@link targetSchema}. */
export type Target = v.InferOutput<typeof targetSchema>

/** A string with templates, or the id of a secret. */
const typed = v.union([v.string(), v.strictObject({ secret: v.pipe(v.string(), v.minLength(1, 'is empty')) })])
/** What an action types. */
export type Typed = v.InferOutput<typeof typed>

const seconds = (standard: number) =>
  v.optional(v.pipe(v.number(), v.minValue(0, 'is less than 0'), v.maxValue(600, 'is more than 600')), standard)

/** Seconds for which an action waits for what it acts on. */
const usualTimeout = 10
/** Seconds after which `if-visible` goes on with `else`. */
const lookTimeout = 3

const timeout = seconds(usualTimeout)

/** The actions that hold no others, in the order of the menu. */
const plain = [
  v.strictObject({ do: v.literal('goto'), url: text }),
  v.strictObject({ do: v.literal('fill'), at: targetSchema, value: v.optional(typed, ''), timeout }),
  v.strictObject({ do: v.literal('click'), at: targetSchema, timeout }),
  v.strictObject({ do: v.literal('check'), at: targetSchema, on: v.optional(v.boolean(), true), timeout }),
  v.strictObject({ do: v.literal('select'), at: targetSchema, value: v.optional(text, ''), timeout }),
  v.strictObject({ do: v.literal('press'), key: text, at: v.optional(targetSchema), timeout }),
  v.strictObject({ do: v.literal('wait-for'), at: v.optional(targetSchema), url: v.optional(text), timeout }),
  v.strictObject({
    do: v.literal('totp'),
    at: targetSchema,
    key: secret,
    algorithm: v.optional(v.picklist(['SHA1', 'SHA256', 'SHA512']), 'SHA1'),
    digits: v.optional(
      v.pipe(v.number(), v.integer("isn't a whole number"), v.minValue(6, 'is less than 6'), v.maxValue(10, 'is more than 10')),
      6,
    ),
    period: v.optional(
      v.pipe(v.number(), v.integer("isn't a whole number"), v.minValue(1, 'is less than 1'), v.maxValue(600, 'is more than 600')),
      30,
    ),
    timeout,
  }),
  v.strictObject({ do: v.literal('user-code'), at: targetSchema, timeout }),
  v.strictObject({ do: v.literal('screenshot'), name: v.optional(text, '') }),
  v.strictObject({
    do: v.literal('code'),
    code: v.optional(lines, ''),
    values: v.optional(v.array(v.strictObject({ name: v.string(), value: v.optional(typed, '') })), []),
    timeout,
  }),
] as const

/** Actions; those that hold others do so `depth` times, because a script that needs more is a program. */
const within = v.variant('do', [
  ...plain,
  v.strictObject({
    do: v.literal('if-visible'),
    at: targetSchema,
    // oxlint-disable-next-line unicorn/no-thenable -- a list of actions, not a function
    then: v.optional(v.array(v.variant('do', plain)), []),
    else: v.optional(v.array(v.variant('do', plain)), []),
    timeout: seconds(lookTimeout),
  }),
])

/** One action of a script: what is done, where, and with what. An `if-visible` may hold one more. */
export const actionSchema = v.variant('do', [
  ...plain,
  v.strictObject({
    do: v.literal('if-visible'),
    at: targetSchema,
    // oxlint-disable-next-line unicorn/no-thenable -- a list of actions, not a function
    then: v.optional(v.array(within), []),
    else: v.optional(v.array(within), []),
    timeout: seconds(lookTimeout),
  }),
])
/** See {@link actionSchema}. */
export type Action = v.InferOutput<typeof actionSchema>

/** Types used in many places of a script, by names for the JSON Schema. */
export const scriptDefinitions: Record<string, v.GenericSchema> = {
  target: targetSchema,
  ...Object.fromEntries(plain.map((action) => [action.entries.do.literal, action])),
}

/** The settings of a scripted login (O8). */
export const automationSchema = v.strictObject({
  enabled: v.optional(v.boolean(), false),
  headless: v.optional(v.boolean(), true),
  /** Where the provider sends the script's browser; empty: where it sends a user's. */
  redirectUri: v.optional(text, ''),
  script: v.optional(v.array(actionSchema), []),
})
/** See {@link automationSchema}. */
export type Automation = v.InferOutput<typeof automationSchema>
