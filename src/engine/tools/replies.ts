import * as v from 'valibot'
import { replyOutput } from './output.ts'
import { defineTool } from './tool.ts'

const text = v.pipe(v.string(), v.trim(), v.minLength(1, 'is empty'), v.maxLength(4_000))

/** Tells the user something, without a change. */
export const answer = defineTool({
  name: 'answer',
  description: 'Answer as plain text, without a change. Ends the turn.',
  input: v.strictObject({
    text,
    about: v.optional(v.pipe(v.array(v.string()), v.maxLength(20), v.description('Ids, operations, links'))),
  }),
  output: replyOutput,
  ends: true,
  needsNoProject: true,
  run: ({ text: said, about }) => ({ result: { kind: 'answer', text: said, ...(about ? { about } : {}) } }),
})

/** Asks the user one question. */
export const ask = defineTool({
  name: 'ask',
  description:
    'Ask one question, with up to 6 options to click, only when two readings lead to different changes and none is safer. Ends the turn.',
  input: v.strictObject({
    question: text,
    options: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(6)), []),
  }),
  output: replyOutput,
  ends: true,
  needsNoProject: true,
  run: ({ question, options }) => ({ result: { kind: 'question', text: question, options } }),
})

/** Declines what the assistant doesn't do. */
export const refuse = defineTool({
  name: 'refuse',
  description: "Decline what can't or must not be done: run, send, reveal secrets, anything outside the project. Ends the turn.",
  input: v.strictObject({ reason: text }),
  output: replyOutput,
  ends: true,
  needsNoProject: true,
  run: ({ reason }) => ({ result: { kind: 'refusal', text: reason } }),
})
