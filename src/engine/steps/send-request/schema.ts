import * as v from 'valibot'
import { checkSchema } from '../assertion/schema.ts'
import { common } from '../common.ts'
import { bounded, lines, pairs, text } from '../fields.ts'

const body = v.variant('type', [
  v.strictObject({ type: v.literal('none') }),
  v.strictObject({ type: v.literal('json'), text: v.optional(lines, '') }),
  v.strictObject({ type: v.literal('text'), mediaType: v.optional(text, 'text/plain'), text: v.optional(lines, '') }),
  v.strictObject({ type: v.literal('form'), fields: v.optional(pairs, []) }),
  v.strictObject({
    type: v.literal('multipart'),
    parts: v.optional(
      v.array(
        v.strictObject({
          name: text,
          value: v.optional(lines),
          file: v.optional(v.string()),
          mediaType: v.optional(text),
          disabled: v.optional(v.boolean(), false),
        }),
      ),
      [],
    ),
  }),
  v.strictObject({
    type: v.literal('graphql'),
    query: v.optional(lines, ''),
    variables: v.optional(lines, ''),
    operationName: v.optional(text, ''),
  }),
  v.strictObject({ type: v.literal('file'), file: v.string(), mediaType: v.optional(text, 'application/octet-stream') }),
])
/** The body of a request, by `type`. */
export type RequestBody = v.InferOutput<typeof body>

/** The Send Request step, in the order of the file. */
export const sendRequestSchema = v.strictObject({
  ...common('send-request'),
  method: v.optional(text, 'GET'),
  url: text,
  query: v.optional(pairs, []),
  headers: v.optional(pairs, []),
  body: v.optional(body, { type: 'none' }),
  followRedirects: v.optional(v.boolean(), true),
  timeout: v.optional(bounded(1, 3600), 30),
  /** Sent again, every so many seconds, until the checks hold; failed when so many seconds are over. */
  until: v.optional(
    v.strictObject({
      checks: v.optional(v.array(checkSchema), []),
      every: v.optional(v.pipe(v.number(), v.minValue(0.1, 'is less than 0.1'), v.maxValue(600, 'is more than 600')), 1),
      atMost: v.optional(v.pipe(v.number(), v.minValue(1, 'is less than 1'), v.maxValue(3600, 'is more than 3600')), 30),
    }),
  ),
  via: v.optional(v.picklist(['auto', 'browser', 'companion']), 'auto'),
})
/** See {@link sendRequestSchema}. */
export type SendRequestStep = v.InferOutput<typeof sendRequestSchema>

/** Where a header is that a request inherits: the row at `index`, from 0, of a project, a suite or a case with this name. */
export interface InheritedFrom {
  level: 'project' | 'suite' | 'case'
  name: string
  index: number
}
